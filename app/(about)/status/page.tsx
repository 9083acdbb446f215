import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import type { Standing } from '#lib/ops/status/parts'
import { readHistory } from '#lib/ops/status/read-history'
import { readStatus } from '#lib/ops/status/read-status'
import { Contact } from '../../_about/about-page'
import { Days } from './_components/days'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('status')
  return { title: t('title'), robots: { index: true } }
}

const LOOKS = { up: 'good', slow: 'warn', down: 'warn' } as const satisfies Record<Standing, string>

export default async function StatusPage() {
  const t = await getTranslations('status')
  const [{ parts }, histories] = await Promise.all([readStatus(), readHistory()])
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mt-4 text-lg text-soft">{t('lead')}</p>
      <dl className="mt-8 grid gap-px overflow-hidden rounded-card border border-line bg-line">
        {parts.map(({ name, standing }) => (
          <div key={name} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 bg-surface px-4 py-3.5">
            <dt>{t(name)}</dt>
            <dd>
              <Badge look={LOOKS[standing]}>{t(standing)}</Badge>
            </dd>
          </div>
        ))}
      </dl>
      {histories && (
        <section aria-labelledby="days" className="mt-10">
          <h2 id="days">{t('days')}</h2>
          <p className="mt-3 text-soft">{t('daysLead')}</p>
          {histories.map((history) => (
            <div key={history.part} className="mt-6">
              <h3 className="font-semibold">{t(history.part)}</h3>
              <Days history={history} />
            </div>
          ))}
        </section>
      )}
      <p className="mt-10">{t('report')}</p>
      <Contact />
    </>
  )
}
