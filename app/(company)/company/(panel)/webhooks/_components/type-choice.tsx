import { ChevronDown } from 'lucide-react'
import { EVENT_TYPES } from '#lib/events/types'

/** Types of events to be sent, each with a box, folded: most companies want all, and none ticked means all. */
export function TypeChoice({ legend, hint }: { legend: string; hint: string }) {
  return (
    <details className="group rounded-xl border border-line-strong px-4">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 py-2 [&::-webkit-details-marker]:hidden">
        <span>
          <span className="block text-sm font-semibold">{legend}</span>
          <span className="text-sm text-soft">{hint}</span>
        </span>
        <ChevronDown size={18} aria-hidden="true" className="shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      <fieldset aria-label={legend} className="grid gap-x-6 border-t border-line py-2 sm:grid-cols-2">
        {EVENT_TYPES.map((type) => (
          <label key={type} className="flex min-h-11 min-w-0 items-center gap-3 sm:min-h-9">
            <input type="checkbox" name="event_types" value={type} className="size-5 shrink-0 accent-accent" />
            <span className="min-w-0 break-words font-mono text-sm">{type}</span>
          </label>
        ))}
      </fieldset>
    </details>
  )
}
