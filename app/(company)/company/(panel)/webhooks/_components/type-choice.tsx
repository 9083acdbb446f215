import { EVENT_TYPES } from '#lib/events/types'

/** Types of events to be sent, each with a box. None ticked means all. */
export function TypeChoice({ legend, hint }: { legend: string; hint: string }) {
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{legend}</legend>
      <p className="mb-2 text-sm text-soft">{hint}</p>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {EVENT_TYPES.map((type) => (
          <label key={type} className="flex min-h-11 min-w-0 items-center gap-3 sm:min-h-9">
            <input type="checkbox" name="event_types" value={type} className="size-5 shrink-0 accent-accent" />
            <span className="min-w-0 break-words font-mono text-sm">{type}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
