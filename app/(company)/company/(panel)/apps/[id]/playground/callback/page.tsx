import type { Metadata } from 'next'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { type CallbackAnswer, finishRun } from '#lib/playground/finish-run'
import { staffSessionHash } from '#lib/session/staff-session'
import { ClientTexts } from '../../../../../../../_i18n/client-texts'
import { onceTexts } from '../../../../_components/once-texts'
import { requireOwnApp } from '../../../own-app'
import { RunReport } from './run-report'

type Props = { params: Promise<{ id: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { app } = await requireOwnApp((await params).id, '/playground')
  return { title: `${(await getTranslations('appTabs'))('playground')} · ${app.name}` }
}

/** Where a trial log-in comes back to. What is learned is shown here and nowhere kept, so a reload shows it no more. */
export default async function PlaygroundCallbackPage({ params, searchParams }: Props) {
  const { app } = await requireOwnApp((await params).id, '/playground')
  const answer = await searchParams
  const t = await getTranslations('playground')
  const sessionHash = await staffSessionHash()
  const one = (name: keyof CallbackAnswer) => (typeof answer[name] === 'string' ? answer[name] : undefined)
  const report = sessionHash && (await finishRun(app, sessionHash, { state: one('state'), code: one('code'), error: one('error'), iss: one('iss') }))
  const again = (
    <p>
      <Link href={`/company/apps/${app.id}/playground`} prefetch={false} className={buttonClass('outline')}>
        {t('again')}
      </Link>
    </p>
  )
  if (!report) {
    return (
      <div className="grid gap-5">
        <Notice look="warn">{t('over')}</Notice>
        {again}
      </div>
    )
  }
  const brought = Object.entries(answer).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  return (
    <div className="grid gap-5">
      <ClientTexts of={['playground']}>
        <RunReport report={report} answer={brought} copy={await onceTexts()} />
      </ClientTexts>
      {again}
    </div>
  )
}
