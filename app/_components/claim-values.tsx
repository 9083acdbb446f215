import { ChevronDown } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Breakable } from '#components/ui/breakable'
import { LANGUAGE_NAMES, type Locale } from '#lib/i18n/locales'
import type { ClaimName } from '#lib/scopes/catalog'
import { browserTimes } from '../_i18n/times'

type Value = string | number | boolean

/** What says most of a person comes first, so that nothing of weight is folded away. */
const FIRST = ['name', 'birthdate', 'email', 'document_number']

const rank = (name: string) => (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1)

/** Claims with their values, in plain words. @param open how many stand open; the rest unfolds */
export async function ClaimValues({ values, open = Number.POSITIVE_INFINITY }: { values: Record<string, Value>; open?: number }) {
  const t = await getTranslations('claims')
  const times = await browserTimes()
  const show = (name: string, value: Value) => {
    if (name === 'locale') return LANGUAGE_NAMES[value as Locale] ?? String(value)
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (name === 'birthdate' || name === 'document_expiry') return times.date(String(value))
    return String(value)
  }
  const entries = Object.entries(values)
  // One alone is not worth a fold.
  const isFolded = entries.length > open + 1
  const sorted = isFolded ? entries.toSorted(([one], [other]) => rank(one) - rank(other)) : entries
  const list = (some: [string, Value][]) => (
    <dl className="mt-1.5 grid gap-x-4 gap-y-0.5 sm:grid-cols-[max-content_1fr]">
      {some.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{t(name as ClaimName)}</dt>
          <dd className="mb-1 min-w-0 font-medium sm:mb-0">
            <Breakable text={show(name, value)} />
          </dd>
        </div>
      ))}
    </dl>
  )
  if (!isFolded) return list(entries)
  return (
    <>
      {list(sorted.slice(0, open))}
      <details className="group relative z-10">
        <summary className="inline-flex min-h-11 cursor-pointer list-none items-center gap-1.5 font-semibold text-accent [&::-webkit-details-marker]:hidden">
          <ChevronDown size={16} aria-hidden="true" className="transition-transform group-open:rotate-180" />
          {t('more', { count: sorted.length - open })}
        </summary>
        {list(sorted.slice(open))}
      </details>
    </>
  )
}
