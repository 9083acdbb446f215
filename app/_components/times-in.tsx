import { getTranslations } from 'next-intl/server'
import type { Times } from '#lib/i18n/times'

/** Names the zone that the times above are told in. */
export async function TimesIn({ times }: { times: Times }) {
  const t = await getTranslations('common')
  return <p className="mt-4 text-sm text-soft">{t('timesIn', { zone: times.zone.replaceAll('_', ' ') })}</p>
}
