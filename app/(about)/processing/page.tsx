import { getTranslations } from 'next-intl/server'
import { type Kept, RETENTION } from '#lib/purge/retention'
import { AboutPage, aboutMetadata } from '../../_about/about-page'

export const generateMetadata = () => aboutMetadata('processing')

export default async function ProcessingPage() {
  const t = await getTranslations('retention')
  const rows = (Object.keys(RETENTION) as Kept[]).map((kept) => [t(kept), t(RETENTION[kept].unit, { count: RETENTION[kept].count })] as const)
  return (
    <AboutPage page="processing">
      <section className="mt-10">
        <h2>{t('title')}</h2>
        <dl className="mt-4 grid gap-px overflow-hidden rounded-card border border-line bg-line">
          {[...rows, [t('audit'), t('asCompanySays')] as const].map(([what, duration]) => (
            <div key={what} className="grid gap-x-6 bg-surface px-4 py-3 sm:grid-cols-[1fr_10rem]">
              <dt>{what}</dt>
              <dd className="text-soft tabular-nums">{duration}</dd>
            </div>
          ))}
        </dl>
      </section>
    </AboutPage>
  )
}
