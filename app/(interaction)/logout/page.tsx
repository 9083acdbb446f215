import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Button, buttonClass } from '#components/ui/button'
import { afterLogOut, nameOfClient } from '#lib/oauth/end-session/end-session'
import { readUserSession } from '#lib/session/user-session'
import { oneOf } from '../form-text'
import { logOutForAppAction } from './actions'

type Search = Promise<Record<string, string | string[] | undefined>>

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('logout')
  return { title: t((await readUserSession()) ? 'askTitle' : 'doneTitle') }
}

/** Asks whether to log out, because nothing proved it; says so once it is done. */
export default async function LogOutPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams
  const [clientId, postLogoutRedirectUri, state] = [search.client_id, search.post_logout_redirect_uri, search.state].map(oneOf)
  const t = await getTranslations('logout')
  const [session, app, next] = await Promise.all([readUserSession(), nameOfClient(clientId), afterLogOut({ clientId, postLogoutRedirectUri, state })])
  if (!session) return <LoggedOut app={app} location={next.kind === 'app' ? next.location : null} />

  const hidden = { client_id: clientId, post_logout_redirect_uri: postLogoutRedirectUri, state }
  return (
    <>
      <h1>{t('askTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{app ? t('askForApp', { app }) : t('askBody')}</p>
      <form action={logOutForAppAction} method="post" className="grid gap-3">
        {Object.entries(hidden).map(([name, value]) => value !== undefined && <input key={name} type="hidden" name={name} value={value} />)}
        <Button type="submit">{t('submit')}</Button>
        <a href="/account" className={buttonClass('outline')}>
          {t('stay')}
        </a>
      </form>
    </>
  )
}

async function LoggedOut({ app, location }: { app: string | null; location: string | null }) {
  const t = await getTranslations('logout')
  const common = await getTranslations('common')
  return (
    <>
      <h1>{t('doneTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('doneBody')}</p>
      {app && location ? (
        <a href={location} className={buttonClass('outline')}>
          {t('backToApp', { app })}
        </a>
      ) : (
        <a href="/" className={buttonClass('outline')}>
          {common('backHome')}
        </a>
      )}
    </>
  )
}
