import type { ReactNode } from 'react'
import { Breakable } from '#components/ui/breakable'

/** Each thing there may be, under the name it has in the interface, and what it means. */
export function Terms({ items }: { items: readonly { name: string; meaning: ReactNode }[] }) {
  return (
    <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
      {items.map(({ name, meaning }) => (
        <li key={name} className="grid gap-x-6 gap-y-0.5 bg-surface px-4 py-3.5 sm:grid-cols-[13rem_1fr] sm:items-baseline">
          <code className="min-w-0">
            <Breakable text={name} />
          </code>
          <span className="text-soft">{meaning}</span>
        </li>
      ))}
    </ul>
  )
}
