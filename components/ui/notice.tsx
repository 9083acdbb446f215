import type { ReactNode } from 'react'
import { classNames } from './class-names'

const LOOKS = { info: 'bg-accent-wash text-ink', warn: 'bg-warn-wash text-ink', danger: 'bg-danger-wash text-danger' }

/** Something to know now. A fault is announced at once, everything else when there is a pause. */
export function Notice({ look = 'info', children }: { look?: keyof typeof LOOKS; children: ReactNode }) {
  return (
    <div role={look === 'danger' ? 'alert' : 'status'} className={classNames('rounded-xl px-4 py-3 text-sm', LOOKS[look])}>
      {children}
    </div>
  )
}
