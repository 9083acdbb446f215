import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { readLogInScreen } from '#lib/oauth/read-log-in-screen'
import { safeReturnPath } from '#lib/session/return-path'
import { readUserSession } from '#lib/session/user-session'
import { ChooseAccount } from './_components/choose-account'
import { ExpiredRequest } from './_components/expired-request'
import { LogInForm } from './_components/log-in-form'

type Search = Promise<Record<string, string | string[] | undefined>>

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('login'))('title') }
}

const one = (value: string | string[] | undefined) => (typeof value === 'string' ? value : undefined)

export default async function LogInPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams
  const t = await getTranslations('login')
  const interactionId = one(search.interaction)
  const returnTo = safeReturnPath(one(search.return_to), '/account/access')
  const session = await readUserSession()

  if (interactionId === undefined) {
    if (session) redirect(returnTo)
    return (
      <>
        <h1 className="mb-6">{t('title')}</h1>
        <LogInForm texts={formTexts(t)} returnTo={returnTo} />
      </>
    )
  }

  const screen = await readLogInScreen(interactionId, session)
  if (screen.kind === 'expired') return <ExpiredRequest />
  if (screen.kind === 'proceed') redirect(`/consent/${interactionId}`)
  return (
    <>
      <h1>{screen.kind === 'choose_account' ? t('chooseTitle') : t('title')}</h1>
      <p className="mt-2 text-lg text-soft">{t('toApp', { app: screen.app.name })}</p>
      <p className="mb-6 mt-1 text-sm text-soft">{t('byCompany', { app: screen.app.name, company: screen.app.companyName })}</p>
      {screen.kind === 'choose_account' ? (
        <ChooseAccount interactionId={interactionId} email={screen.email} />
      ) : (
        <LogInForm texts={formTexts(t)} interactionId={interactionId} loginHint={screen.loginHint} />
      )}
    </>
  )
}

const formTexts = (t: Awaited<ReturnType<typeof getTranslations<'login'>>>) => ({
  email: t('email'),
  password: t('password'),
  submit: t('submit'),
  pending: t('pending'),
})
