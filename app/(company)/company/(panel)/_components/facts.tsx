import { Panel } from '#components/ui/panel'

/** What there is to know of one thing, each value under its label. */
export function Facts({ title, facts }: { title: string; facts: (string | null | undefined)[][] }) {
  return (
    <Panel title={title}>
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="break-words font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
