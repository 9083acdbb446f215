import type { ReactNode } from 'react'
import { Notice } from './notice'

/** One matter of a page. */
export function Panel({ title, lead, id, children }: { title: string; lead?: string; id?: string; children?: ReactNode }) {
  return (
    <section id={id} className="scroll-mt-6 rounded-card border border-line bg-surface p-5 sm:p-7">
      <h2>{title}</h2>
      {lead && <p className="mt-1.5 text-soft wrap-anywhere">{lead}</p>}
      {children && <div className="mt-5">{children}</div>}
    </section>
  )
}

/** What just happened, announced. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <div className="mb-6">
      <Notice>{children}</Notice>
    </div>
  )
}
