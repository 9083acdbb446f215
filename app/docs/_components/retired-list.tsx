import type { Retirement } from '#lib/http/retirements'
import { Code } from './rich'

/** Operations that are to end or have ended, each with what is said of it. */
export const RetiredList = ({ entries, say }: { entries: readonly Retirement[]; say: (entry: Retirement) => string }) => (
  <ul className="grid list-disc gap-2 pl-5">
    {entries.map((entry) => (
      <li key={`${entry.method} ${entry.path}`}>
        <Code>{`${entry.method} ${entry.path}`}</Code> {say(entry)}
      </li>
    ))}
  </ul>
)
