import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Notice } from '#components/ui/notice'
import { Wordmark } from '#components/ui/wordmark'
import { MISBEHAVIOUR_NAMES } from '#lib/wallet/specimen/misbehaviour'
import { AnswerForm } from './_components/answer-form'
import { fetchQuestion } from './fetch-question'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('specimenWallet'))('title') }
}

type Props = { searchParams: Promise<{ link?: string; request_uri?: string }> }

const DEFAULT_BIRTHDATE = '1990-04-05'

/** A wallet to try this installation with, or to fail with: the embedded default, and test environments anywhere. Elsewhere nothing asks for what it holds. */
export default async function SpecimenWalletPage({ searchParams }: Props) {
  const t = await getTranslations('specimenWallet')
  const { link, request_uri: uri } = await searchParams
  return (
    <div className="mx-auto min-h-dvh w-full max-w-xl px-4 py-6 sm:px-6 sm:py-10">
      <header className="mb-8">
        <Link href="/" prefetch={false} className="inline-flex min-h-11 items-center rounded-lg">
          <Wordmark />
        </Link>
      </header>
      <main id="content">
        <h1>{t('title')}</h1>
        <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
        {uri || link ? <Question requestUri={String(uri ?? requestUriOf(String(link)))} /> : <Nothing />}
      </main>
    </div>
  )
}

const requestUriOf = (link: string) => new URLSearchParams(link.slice(link.indexOf('?'))).get('request_uri') ?? ''

async function Nothing() {
  const t = await getTranslations('specimenWallet')
  return (
    <section className="rounded-card border border-dashed border-line-strong p-6 sm:p-8">
      <h2>{t('emptyTitle')}</h2>
      <p className="mb-6 mt-2 text-soft">{t('emptyBody')}</p>
      <form method="get" action="/dev/wallet" className="grid gap-4">
        <Field label={t('paste')} name="link" required autoComplete="off" />
        <Button type="submit" look="outline">
          {t('open')}
        </Button>
      </form>
    </section>
  )
}

async function Question({ requestUri }: { requestUri: string }) {
  const t = await getTranslations('specimenWallet')
  const words = await getTranslations('verification')
  const question = await fetchQuestion(requestUri)
  if (!question) return <Notice look="danger">{t('badLink')}</Notice>
  if (question.specimens.length === 0) return <Notice look="warn">{t('noMatch')}</Notice>
  return (
    <section className="rounded-card border border-line bg-surface p-5 sm:p-7">
      <h2 className="wrap-anywhere text-lg">{t('asks', { name: question.name })}</h2>
      <p className="mt-1 break-all font-mono text-xs text-soft">{question.clientId}</p>
      <ul className="mb-6 mt-4 list-disc pl-5">
        {question.fields.map((field) => (
          <li key={field}>{words(`field_${field}`)}</li>
        ))}
      </ul>
      <AnswerForm
        requestObject={question.requestObject}
        specimens={question.specimens.map((id) => [id, t(`formats.${id}`)])}
        misbehaviours={[['', t('behaves')], ...MISBEHAVIOUR_NAMES.map((name) => [name, t(`wrongs.${name}`)] as const)]}
        birthdate={DEFAULT_BIRTHDATE}
        texts={{
          format: t('formatTitle'),
          holder: t('holder'),
          misbehaviour: t('misbehaviour'),
          disclose: t('disclose'),
          refuse: t('refuse'),
          toldTitle: t('toldTitle'),
          toldBody: t('toldBody'),
          declinedTitle: t('declinedTitle'),
          declinedBody: t('declinedBody'),
          refusedTitle: t('refusedTitle'),
          back: t('back'),
        }}
      />
    </section>
  )
}
