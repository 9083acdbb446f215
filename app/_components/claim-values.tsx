import { getTranslations } from 'next-intl/server'
import { Breakable } from '#components/ui/breakable'
import { LANGUAGE_NAMES, type Locale } from '#lib/i18n/locales'
import type { ClaimName } from '#lib/scopes/catalog'
import { browserTimes } from '../_i18n/times'

/** Claims with their values, in plain words. */
export async function ClaimValues({ values }: { values: Record<string, string | number | boolean> }) {
  const t = await getTranslations('claims')
  const times = await browserTimes()
  const show = (name: string, value: string | number | boolean) => {
    if (name === 'locale') return LANGUAGE_NAMES[value as Locale] ?? String(value)
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (name === 'birthdate' || name === 'document_expiry') return times.date(String(value))
    return String(value)
  }
  return (
    <dl className="mt-1.5 grid gap-x-4 gap-y-0.5 sm:grid-cols-[max-content_1fr]">
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{t(name as ClaimName)}</dt>
          <dd className="mb-1 min-w-0 font-medium sm:mb-0">
            <Breakable text={show(name, value)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
