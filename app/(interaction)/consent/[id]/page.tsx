import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { cache } from 'react'
import { readAccessTime } from '#lib/grants/access-time'
import { readConsentScreen } from '#lib/oauth/interaction/read-consent-screen'
import { readUserSession } from '#lib/session/user-session'
import { oneOf } from '../../form-text'
import { DeniedRequest } from '../../login/_components/denied-request'
import { ExpiredRequest } from '../../login/_components/expired-request'
import { resumeAt } from '../../next-step'
import { ConsentSheet } from './_components/consent-sheet'

type Query = { anew?: string | string[]; fault?: string | string[]; off?: string | string[]; lasts?: string | string[] }
type Props = { params: Promise<{ id: string }>; searchParams: Promise<Query> }

/** Of this request alone: the title and the page show the same screen. */
const readScreen = cache(async (id: string) => {
  const session = await readUserSession()
  return session && readConsentScreen(id, session.hash)
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const t = await getTranslations('consent')
  const outcome = await readScreen((await params).id)
  return { title: outcome?.kind === 'show' ? t('title', { app: outcome.screen.app.name }) : t('titleOver') }
}

export default async function ConsentPage({ params, searchParams }: Props) {
  const { id } = await params
  const outcome = await readScreen(id)
  const query = await searchParams
  if (outcome?.kind === 'show') {
    // What was unticked and chosen before somebody went to verify a document.
    const before = { off: (oneOf(query.off) ?? '').split(' '), lasts: readAccessTime(oneOf(query.lasts)) }
    return <ConsentSheet id={id} screen={outcome.screen} before={before} isAnew={query.anew === '1'} isNameRefused={query.fault === 'name'} />
  }
  if (outcome?.kind === 'expired') return <ExpiredRequest />
  if (outcome?.kind === 'denied') return <DeniedRequest />
  if (outcome?.kind === 'proceed') return resumeAt(id)
  redirect(`/login?interaction=${encodeURIComponent(id)}`)
}
