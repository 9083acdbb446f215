import { getLocale, getTranslations } from 'next-intl/server'
import { RETIREMENTS, type Retirement } from '#lib/http/retirements'
import type { Locale } from '#lib/i18n/locales'
import { timesFor } from '#lib/i18n/times'
import { DocSection } from './doc-page'
import { RetiredList } from './retired-list'

/** What is retired, from the table that the headers are from. @param isQuiet says nothing where nothing is */
export async function Retired({ isQuiet = false }: { isQuiet?: boolean }) {
  if (isQuiet && RETIREMENTS.length === 0) return null
  const t = await getTranslations('docs.retired')
  const { date } = timesFor({ locale: (await getLocale()) as Locale, zones: [] })
  const say = ({ deprecated, sunset, instead }: Retirement) =>
    [t('line', { deprecated: date(deprecated), sunset: date(sunset) }), instead !== null && t('instead', { instead })].filter(Boolean).join(' ')
  return (
    <DocSection id="retirements" title={t('title')}>
      {RETIREMENTS.length === 0 ? <p>{t('none')}</p> : <RetiredList entries={RETIREMENTS} say={say} />}
    </DocSection>
  )
}
