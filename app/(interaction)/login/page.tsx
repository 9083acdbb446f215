import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import { readLogInScreen } from '#lib/oauth/interaction/read-log-in-screen'
import { safeReturnPath } from '#lib/session/return-path'
import { readUserSession } from '#lib/session/user-session'
import { oneOf } from '../form-text'
import { ChooseAccount } from './_components/choose-account'
import { DeniedRequest } from './_components/denied-request'
import { ExpiredRequest } from './_components/expired-request'
import { LogIn } from './_components/log-in'

type Search = Promise<Record<string, string | string[] | undefined>>

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('login'))('title') }
}

export default async function LogInPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams
  const t = await getTranslations('login')
  const interactionId = oneOf(search.interaction)
  const returnTo = safeReturnPath(oneOf(search.return_to), '/account/access')
  const session = await readUserSession()
  const notice = oneOf(search.recovered) ? t('recovered') : oneOf(search.deleting) ? t('deleting') : oneOf(search.anew) ? t('anew') : null

  if (interactionId === undefined) {
    if (session) redirect(returnTo)
    return (
      <>
        <h1 className="mb-6">{t('title')}</h1>
        {notice && <Said>{notice}</Said>}
        <LogIn returnTo={returnTo} />
      </>
    )
  }

  const screen = await readLogInScreen(interactionId, session)
  if (screen.kind === 'expired') return <ExpiredRequest />
  if (screen.kind === 'denied') return <DeniedRequest />
  if (screen.kind === 'proceed') redirect(`/consent/${interactionId}`)
  return (
    <>
      <h1>{screen.kind === 'choose_account' ? t('chooseTitle') : t('title')}</h1>
      <p className="mt-2 text-lg text-soft">{t('toApp', { app: screen.app.name })}</p>
      <p className="mb-6 mt-1 text-sm text-soft">{t('byCompany', { app: screen.app.name, company: screen.app.companyName })}</p>
      {notice && <Said>{notice}</Said>}
      {screen.kind === 'choose_account' ? (
        <ChooseAccount interactionId={interactionId} email={screen.email} mark={screen.mark} />
      ) : (
        <LogIn interactionId={interactionId} loginHint={screen.loginHint} />
      )}
    </>
  )
}

const Said = ({ children }: { children: string }) => (
  <div className="mb-6">
    <Notice>{children}</Notice>
  </div>
)
