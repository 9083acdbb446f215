import { getTranslations } from 'next-intl/server'
import type { ClaimName } from '#lib/scopes/catalog'
import { browserTimes } from '../_i18n/times'

/** Claims with their values, in plain words. */
export async function ClaimValues({ values }: { values: Record<string, string | number | boolean> }) {
  const t = await getTranslations('claims')
  const times = await browserTimes()
  const show = (name: string, value: string | number | boolean) => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (name === 'birthdate' || name === 'document_expiry') return times.date(String(value))
    return String(value)
  }
  return (
    <dl className="mt-1.5 grid gap-x-4 gap-y-0.5 sm:grid-cols-[max-content_1fr]">
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-soft">{t(name as ClaimName)}</dt>
          <dd className="mb-1 break-all font-medium sm:mb-0">{show(name, value)}</dd>
        </div>
      ))}
    </dl>
  )
}
