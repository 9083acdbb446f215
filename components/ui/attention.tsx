'use client'

import type { ReactNode } from 'react'

const focus = (element: HTMLElement | null) => element?.focus()

/** A heading or a question that has just appeared: it takes the focus, so that it is heard and the keyboard goes on from it. */
export function Attention({ as: Tag, className, children }: { as: 'h1' | 'h3' | 'p'; className?: string; children: ReactNode }) {
  return (
    <Tag ref={focus} tabIndex={-1} className={`outline-none wrap-anywhere ${className ?? ''}`}>
      {children}
    </Tag>
  )
}
