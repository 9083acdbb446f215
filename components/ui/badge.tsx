import type { ReactNode } from 'react'
import { classNames } from './class-names'

const LOOKS = { good: 'bg-accent-wash text-accent', plain: 'bg-sunken text-soft', warn: 'bg-warn-wash text-warn' }

/** A short fact beside a name. */
export function Badge({ look = 'plain', children }: { look?: keyof typeof LOOKS; children: ReactNode }) {
  return (
    <span className={classNames('inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-xs font-semibold', LOOKS[look])}>{children}</span>
  )
}
