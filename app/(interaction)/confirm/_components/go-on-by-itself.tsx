'use client'

import { type ReactNode, useEffect, useRef } from 'react'

/** Presses the button of the form in it, once. Without scripts the person does. */
export function GoOnByItself({ children }: { children: ReactNode }) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => own.current?.querySelector('form')?.requestSubmit(), [])
  return <div ref={own}>{children}</div>
}
