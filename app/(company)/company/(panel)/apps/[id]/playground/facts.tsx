/** Names with their values, and what is to be known of them. */
export function Facts({ rows }: { rows: (readonly [name: string, value: string, note?: string])[] }) {
  return (
    <dl className="grid gap-x-5 gap-y-1 text-sm sm:grid-cols-[max-content_minmax(0,1fr)]">
      {rows.map(([name, value, note]) => (
        <div key={name} className="contents">
          <dt className="font-mono text-soft">{name}</dt>
          <dd className="mb-2 break-all font-mono sm:mb-0">
            {value}
            {note && <span className="block font-sans text-xs text-soft">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
