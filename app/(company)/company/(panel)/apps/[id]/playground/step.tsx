import type { ReactNode } from 'react'

/** One step of a log-in. */
export function Step({ number, title, body, children }: { number: number; title: string; body: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-surface p-5 sm:p-7">
      <h2 className="flex items-baseline gap-3">
        <span className="font-sans text-sm font-semibold text-accent">{number}</span>
        {title}
      </h2>
      <p className="mt-1.5 text-soft">{body}</p>
      <div className="mt-5 grid min-w-0 gap-4">{children}</div>
    </section>
  )
}
