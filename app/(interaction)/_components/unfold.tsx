import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** What few people need, below a line: its title is in view, the rest once it is asked for. */
export function Unfold({ summary, children }: { summary: string; children: ReactNode }) {
  return (
    <details className="group border-t border-line pt-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-lg font-semibold [&::-webkit-details-marker]:hidden">
        {summary}
        <ChevronDown size={18} aria-hidden="true" className="shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
