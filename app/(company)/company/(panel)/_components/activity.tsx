import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Empty } from '#components/ui/empty'
import { NumbersTable } from '#components/ui/numbers-table'
import { type AppChoice as App, type Choices, readAppChoices } from '#lib/apps/read-choices'
import { readDailyCounts } from '#lib/companies/overview/read-daily-counts'
import { browserTimes } from '../../../../_i18n/times'
import { ActivityCharts } from './activity-charts'
import { ActivityTotals } from './activity-totals'
import { AppChoice } from './app-choice'

/**
 * What happened at the company's apps in the last thirty days, as charts and as a table.
 * @param find finds apps to choose from; the only one is chosen
 */
export async function Activity({ companyId, appId, find }: { companyId: string; appId: string | null; find: string }) {
  const t = await getTranslations('activityChart')
  const times = await browserTimes()
  const [counts, choices] = await Promise.all([readDailyCounts(companyId, appId), readAppChoices(companyId, appId, find)])
  if (!counts || !choices) notFound()
  const [only] = choices.items
  if (find !== '' && only && choices.items.length === 1) redirect(`/company?app=${only.id}`)
  const label = (day: string) => times.shortDate(day)
  const days = counts.days.map((shown) => ({
    label: label(shown.day),
    signedIn: shown['app.signed_in'],
    given: shown['app.consent_given'],
    withdrawn: shown['app.access_withdrawn'],
  }))
  return (
    <section className="mt-10">
      <div className={`flex flex-wrap justify-between gap-4 ${isFinding(choices) ? 'items-start' : 'items-end'}`}>
        <h2 className={isFinding(choices) ? 'sm:pt-8' : undefined}>{t('title')}</h2>
        {(choices.items.length > 1 || find !== '') && <AppFilter choices={choices} appId={appId} />}
      </div>
      {counts.isEmpty ? (
        <div className="mt-5">
          <Empty title={t('emptyTitle')} body={t('emptyBody')} />
        </div>
      ) : (
        <>
          <p className="mb-5 mt-3 text-sm text-soft">
            {t('range', { from: days[0]?.label ?? '', to: days.at(-1)?.label ?? '' })} {t(appId ? 'lead' : 'leadAll')}
          </p>
          <ActivityTotals
            days={days}
            series={(['signedIn', 'given', 'withdrawn'] as const).map((name) => ({ name, label: t(name) }))}
            isOfAll={appId === null}
          />
          <ActivityCharts
            days={days}
            texts={{ signedIn: t('signedIn'), given: t('given'), withdrawn: t('withdrawn'), consents: t('consents'), few: t('few') }}
          />
          <NumbersTable
            isCard
            summary={t('asTable')}
            caption={t('title')}
            headings={[t('day'), t('signedIn'), t('given'), t('withdrawn')]}
            rows={[...days].reverse().map((shown) => ({
              key: shown.label,
              label: shown.label,
              numbers: [shown.signedIn, shown.given, shown.withdrawn].map((count) => String(count ?? t('few'))),
            }))}
          />
        </>
      )}
    </section>
  )
}

/** Whether a field stands beside the menu, which then has a row for both. */
const isFinding = ({ find, isMore }: Choices<App>) => find !== '' || isMore

async function AppFilter({ choices, appId }: { choices: Choices<App>; appId: string | null }) {
  const t = await getTranslations('activityChart')
  return (
    <form method="get" action="/company" className="flex w-full flex-wrap items-start gap-3 sm:w-auto">
      <div
        className={`grid flex-1 items-start gap-3 ${isFinding(choices) ? 'basis-full sm:min-w-[28rem] sm:basis-0 sm:grid-cols-2' : 'min-w-40 sm:max-w-80'}`}
      >
        <AppChoice
          name="app"
          label={t('app')}
          chosen={appId ?? undefined}
          choices={choices}
          options={[['', t('allApps')], ...choices.items.map(({ id, name }) => [id, name] as const)]}
        />
      </div>
      <div className={isFinding(choices) ? 'sm:pt-[1.625rem]' : 'pt-[1.625rem]'}>
        <Button type="submit" look="outline">
          {t('show')}
        </Button>
      </div>
    </form>
  )
}
