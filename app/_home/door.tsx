import { ArrowRight } from 'lucide-react'
import Link from 'next/link'

export type Way = readonly [href: string, text: string]

/** Where one audience goes in. The first way is the one most take. */
export function Door({ title, body, ways: [first, ...others] }: { title: string; body: string; ways: readonly [Way, ...Way[]] }) {
  return (
    <section className="grid gap-x-8 gap-y-3 border-t border-line py-8 md:grid-cols-[1fr_1.35fr_1fr]">
      <h2 className="text-[1.75rem]">{title}</h2>
      <p className="max-w-md text-soft">{body}</p>
      <ul className="-my-1.5">
        <li>
          <Link href={first[0]} prefetch={false} className="group inline-flex min-h-11 items-center gap-2 font-semibold text-accent">
            <span className="underline decoration-1 underline-offset-4 group-hover:decoration-2">{first[1]}</span>
            <ArrowRight size={16} aria-hidden="true" className="transition-transform group-hover:translate-x-0.5" />
          </Link>
        </li>
        {others.map(([href, text]) => (
          <li key={href}>
            <Link
              href={href}
              prefetch={false}
              className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:decoration-ink"
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
