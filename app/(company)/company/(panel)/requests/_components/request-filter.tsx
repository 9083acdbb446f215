import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Select } from '#components/ui/select'
import { RANGES, type Range } from '#lib/request-log/read-charts'
import type { readCallers } from '#lib/request-log/read-requests'
import { AppChoice } from '../../_components/app-choice'
import { type RequestQuery, requestsAt } from './query'

type Props = { query: RequestQuery; range: Range; callers: NonNullable<Awaited<ReturnType<typeof readCallers>>> }

/** A plain form of the address: what is chosen can be kept as a bookmark and sent to somebody. */
export async function RequestFilter({ query, range, callers: { apps, keys } }: Props) {
  const t = await getTranslations('requests')
  return (
    <form method="get" action="/company/requests" className="grid gap-4 rounded-card border border-line bg-surface p-5">
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <div className="grid content-start gap-4">
          <AppChoice
            name="caller"
            label={t('caller')}
            chosen={query.caller}
            choices={apps}
            options={[['', t('everything')], ...[...apps.items, ...keys].map(({ id, name }) => [id, name] as const)]}
          />
        </div>
        <Select
          name="range"
          label={t('range')}
          defaultValue={range}
          options={(Object.keys(RANGES) as Range[]).map((name) => [name, t(`ranges.${name}`)] as const)}
        />
        <Select
          name="show"
          label={t('outcome')}
          defaultValue={query.show}
          options={[
            ['', t('all')],
            ['failed', t('failed')],
          ]}
        />
      </div>
      <Field name="id" label={t('id')} hint={t('idHint')} defaultValue={query.id} maxLength={60} autoComplete="off" />
      <div className="ends-sheet flex flex-wrap gap-x-5 gap-y-2 bg-surface">
        <Button type="submit">{t('show')}</Button>
        {requestsAt(query) !== '/company/requests' && (
          <Link href="/company/requests" prefetch={false} className={buttonClass('quiet')}>
            {t('clear')}
          </Link>
        )}
      </div>
    </form>
  )
}
