import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { readStatus, type Standing } from '#lib/ops/read-status'
import { Contact } from '../../_about/about-page'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('status')
  return { title: t('title'), robots: { index: true } }
}

const LOOKS = { up: 'good', slow: 'warn', down: 'warn' } as const satisfies Record<Standing, string>

export default async function StatusPage() {
  const t = await getTranslations('status')
  const { parts } = await readStatus()
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
      <p className="mt-10">{t('report')}</p>
      <Contact />
    </>
  )
}
