import { classNames } from './class-names'

type Props = {
  /** What unfolds it. */
  summary: string
  caption: string
  /** Of the labels' column, then of the numbers. */
  headings: readonly [string, ...string[]]
  rows: readonly { key: string | number; label: string; numbers: readonly string[] }[]
  /** Stands by itself, not inside another card. */
  isCard?: boolean
}

/** The numbers of a chart, for whoever reads rather than looks. */
export function NumbersTable({ summary, caption, headings, rows, isCard = false }: Props) {
  return (
    <details className={classNames(isCard ? 'mt-4 rounded-card border border-line bg-surface px-5' : 'mt-3')}>
      <summary className="min-h-11 cursor-pointer py-3 font-semibold">{summary}</summary>
      <table className={classNames('w-full text-sm', isCard && 'mb-4')}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr className="border-b border-line align-bottom text-soft">
            {headings.map((heading, nth) => (
              <th key={heading} scope="col" className={`py-2 font-semibold ${nth === 0 ? 'text-left' : 'pl-2 text-right sm:pl-3'}`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(({ key, label, numbers }) => (
            <tr key={key}>
              <th scope="row" className="whitespace-nowrap py-2 text-left font-normal">
                {label}
              </th>
              {numbers.map((number, nth) => (
                <td key={headings[nth + 1]} className="py-2 pl-2 text-right tabular-nums sm:pl-3">
                  {number}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
