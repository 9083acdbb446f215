import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { chaptersOf, type Line, totalOf, VERDICTS } from '../../../_about/security/judge-asvs'
import { readSecurityDocument } from '../../../_about/security/read-tables'
import { BackToSecurity } from '../_components/back'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('securityPages'))('asvsTitle') }
}

const LOOKS = { met: 'good', inPart: 'warn', notMet: 'warn', notApplicable: 'plain', notMeasured: 'warn' } as const

/** The table against ASVS as the public reads it: each requirement with what is true of it, and why where it is not met. */
export default async function AsvsPage() {
  const t = await getTranslations('securityPages')
  const chapters = chaptersOf(await readSecurityDocument('asvs'))
  const all = chapters.flatMap(({ lines }) => lines)
  const open = all.filter(({ verdict }) => verdict !== 'met' && verdict !== 'notApplicable')
  return (
    <>
      <BackToSecurity />
      <h1>{t('asvsTitle')}</h1>
      <p className="mt-4 text-lg text-soft">{t('asvsLead')}</p>
      <dl className="mt-8 grid grid-cols-1 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-cols-5">
        {VERDICTS.map((verdict) => (
          <div key={verdict} className="flex items-baseline justify-between gap-3 bg-surface px-4 py-3.5 sm:block">
            <dt className="text-sm text-soft">{t(verdict)}</dt>
            <dd className="text-2xl tabular-nums">{totalOf(all, verdict)}</dd>
          </div>
        ))}
      </dl>
      <section className="mt-10">
        <h2>{t('open')}</h2>
        <Lines lines={open} />
      </section>
      <section className="mt-10">
        <h2>{t('every')}</h2>
        <div lang="en" className="mt-4 grid gap-2">
          {chapters.map(({ heading, lines }) => (
            <details key={heading} className="rounded-card border border-line bg-surface px-4">
              <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{heading}</summary>
              <Lines lines={lines} />
            </details>
          ))}
        </div>
      </section>
    </>
  )

  function Lines({ lines }: { lines: Line[] }) {
    return (
      <ul lang="en" className="grid divide-y divide-line pb-2">
        {lines.map(({ ids, asks, verdict, why }) => (
          <li key={ids} className="grid gap-x-4 gap-y-1 py-3 sm:grid-cols-[7rem_1fr_auto]">
            <span className="text-sm text-soft tabular-nums">{ids}</span>
            <span>
              {asks}
              {why && <span className="mt-0.5 block text-sm text-soft">{why}</span>}
            </span>
            <span>
              <Badge look={LOOKS[verdict]}>{t(verdict)}</Badge>
            </span>
          </li>
        ))}
      </ul>
    )
  }
}
