import type { ReactNode } from 'react'

/** A list with nothing in it yet, and what to do about that. */
export function Empty({ title, body, children }: { title: string; body: string; children?: ReactNode }) {
  return (
    <section className="rounded-card border border-dashed border-line-strong p-8 text-center">
      <h2>{title}</h2>
      <p className="mt-2 text-soft">{body}</p>
      {children && <div className="mt-5 flex justify-center">{children}</div>}
    </section>
  )
}
