import { Download } from 'lucide-react'
import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { buttonClass } from '#components/ui/button'
import { readReceipt } from '#lib/receipts/read-receipts'
import { isScope } from '#lib/scopes/catalog'
import { requireUser } from '#lib/session/user-session'
import { personTimes } from '../../../../_i18n/times'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('receipt'))('title') }
}

export default async function ReceiptPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  const session = await requireUser(`/account/receipts/${encodeURIComponent(id)}`)
  const receipt = await readReceipt(session.userId, id)
  if (!receipt) notFound()
  const t = await getTranslations('receipt')
  const scopes = await getTranslations('scopes')
  const consent = await getTranslations('consent')
  const times = await personTimes()
  const titles = (names: string[], answer: typeof receipt.evidence) => (
    <ul>
      {names.filter(isScope).map((name) => (
        <li key={name}>{scopes(`${name}.title`)}</li>
      ))}
      {receipt.evidence === answer && <li>{consent('evidence.title')}</li>}
    </ul>
  )
  const isNothingDeclined = receipt.declined.length === 0 && receipt.evidence !== 'declined'
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead', { app: receipt.app })}</p>
      <dl className="divide-y divide-line rounded-card border border-line bg-surface px-5 sm:px-7">
        <Fact term={t('app')}>{receipt.app}</Fact>
        <Fact term={t('company')}>
          {receipt.company} · {consent(receipt.company_verified ? 'verified' : 'unverified')}
        </Fact>
        <Fact term={t('when')}>{times.namedMoment(new Date(receipt.consented_at))}</Fact>
        <Fact term={t('sub')}>
          <span className="break-all">{receipt.sub}</span>
        </Fact>
        <Fact term={t('granted')}>
          {titles(
            receipt.granted.map(({ scope }) => scope),
            'granted',
          )}
        </Fact>
        <Fact term={t('declined')}>{isNothingDeclined ? t('nothing') : titles(receipt.declined, 'declined')}</Fact>
        <Fact term={t('until')}>
          {receipt.valid === 'until_withdrawn' ? t('untilWithdrawn') : t('untilMoment', { date: times.namedMoment(new Date(receipt.valid)) })}
        </Fact>
      </dl>
      <div className="mt-6 flex flex-wrap gap-3">
        <a href={`/account/receipts/${receipt.id}/signed`} download className={buttonClass('outline')}>
          <Download size={18} aria-hidden="true" />
          {t('download')}
        </a>
        <Link href="/account/access" prefetch={false} className={buttonClass('quiet')}>
          {t('withdraw')}
        </Link>
      </div>
      <p className="mt-5 text-sm text-soft">{t('verifiable')}</p>
    </>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="grid gap-x-6 py-3.5 sm:grid-cols-[12rem_1fr]">
    <dt className="text-soft">{term}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
)
