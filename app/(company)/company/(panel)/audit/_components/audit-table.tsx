import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Breakable } from '#components/ui/breakable'
import { queryString } from '#lib/audit/filter'
import type { AuditLine } from '#lib/audit/list-audit'
import { browserTimes } from '../../../../../_i18n/times'
import { auditWords } from './words'

/** The lines as a table; on a phone each becomes a card. Roles are spelt out because the cards lay the cells out as blocks. */
export async function AuditTable({ lines }: { lines: AuditLine[] }) {
  const t = await getTranslations('audit')
  const times = await browserTimes()
  const words = await auditWords()
  const headings = [
    { text: t('time'), width: 'md:w-36' },
    { text: t('actor'), width: 'md:w-[20%]' },
    { text: t('what'), width: 'md:w-[24%]' },
    { text: t('change'), width: '' },
  ]
  const cell = 'block py-1 align-top wrap-anywhere md:table-cell md:px-4 md:py-3'
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: laid out as blocks, the elements lose the roles they have by themselves
    <table role="table" className="block w-full text-sm md:table md:table-fixed">
      <caption className="sr-only">{t('title')}</caption>
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row" className="md:border-b md:border-line">
          {headings.map(({ text, width }) => (
            <th key={text} role="columnheader" scope="col" className={`px-4 py-3 text-left font-semibold text-soft ${width}`}>
              {text}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="grid grid-cols-[minmax(0,1fr)] gap-3 md:table-row-group">
        {lines.map((line) => (
          <tr
            key={line.id}
            role="row"
            className="block rounded-card border border-line bg-surface p-4 md:table-row md:rounded-none md:border-0 md:border-b md:last:border-b-0"
          >
            <td role="cell" className={`${cell} text-soft`}>
              <time dateTime={line.at.toISOString()}>{times.utcMoment(line.at)}</time>
            </td>
            <td role="cell" className={cell}>
              <span className="block">{words.actor(line.actor, line.action)}</span>
              {words.place(line).map((part) => (
                <span key={part} className="block text-soft">
                  {part}
                </span>
              ))}
            </td>
            <td role="cell" className={cell}>
              <span className="block font-semibold">{words.action(line.action)}</span>
              {line.target.id !== line.actor.id && (
                <Link
                  href={`/company/audit${queryString({ about: line.target.id })}`}
                  prefetch={false}
                  title={t('about')}
                  className="inline-flex min-h-11 items-center text-soft underline decoration-1 underline-offset-4 hover:decoration-2 md:min-h-0"
                >
                  {line.target.name ?? line.target.id}
                </Link>
              )}
            </td>
            <td role="cell" className={cell}>
              <Changes line={line} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

async function Changes({ line }: { line: AuditLine }) {
  const t = await getTranslations('audit')
  const words = await auditWords()
  // Of what was made, what it does not have says nothing.
  const changes = line.changes.filter(
    ({ before, after }) => before !== undefined || (after !== null && !(Array.isArray(after) && after.length === 0)),
  )
  if (changes.length === 0) return <span className="text-soft max-md:hidden">–</span>
  return (
    <dl className="grid gap-1.5">
      {changes.map(({ field, before, after }) => (
        <div key={field}>
          <dt className="text-soft">{words.field(field)}</dt>
          <dd>
            {before !== undefined && (
              <>
                <span className="sr-only">{t('before')} </span>
                <del className="text-soft no-underline">
                  <Breakable text={words.value(field, before)} />
                </del>{' '}
              </>
            )}
            {before !== undefined && after !== undefined && <span aria-hidden="true">→ </span>}
            {after !== undefined && (
              <>
                <span className="sr-only">{t('after')} </span>
                <ins className="no-underline">
                  <Breakable text={words.value(field, after)} />
                </ins>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
