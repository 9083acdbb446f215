import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import { isTest } from '#lib/core/environment'
import { type LogInScreen, type RequestingApp, readLogInScreen } from '#lib/oauth/interaction/read-log-in-screen'
import { readBrowserAccounts } from '#lib/session/browser-accounts'
import type { Destination } from '#lib/session/destination'
import { readUserSession, type UserSession } from '#lib/session/user-session'
import { readWaiting } from '#lib/session/waiting'
import { appOfLink } from '#lib/verifications/page/visit-verification'
import { AppMark } from '../../_components/app-logo'
import { TestMark } from '../../_components/test-mark'
import { oneOf } from '../form-text'
import { destinationIn, entryPath } from '../where-to'
import { ChooseAccount } from './_components/choose-account'
import { DeniedRequest } from './_components/denied-request'
import { ExpiredRequest } from './_components/expired-request'
import { LogIn } from './_components/log-in'

type Search = Record<string, string | string[] | undefined>

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('login'))('title') }
}

export default async function LogInPage({ searchParams }: { searchParams: Promise<Search> }) {
  const search = await searchParams
  const to = destinationIn(search)
  const session = await readUserSession()
  return oneOf(search.interaction) === undefined ? ownPages(search, to, session) : forApp(search, to, session)
}

/** Somebody on the way to a page of ours. */
async function ownPages(search: Search, to: Destination, session: UserSession | null) {
  if (session && !wants(search, 'choose')) redirect(to.returnTo ?? '/account/access')
  const accounts = wants(search, 'add') ? [] : await readBrowserAccounts()
  const t = await getTranslations('login')
  const chooser = await getTranslations('chooser')
  const isChoice = accounts.length > 0
  const testOf = await testBehind(to.returnTo)
  return (
    <>
      <h1 className="mb-6">{isChoice ? chooser('title') : t('title')}</h1>
      {testOf && <TestMark company={testOf} />}
      <Said search={search} />
      {isChoice ? <ChooseAccount accounts={accounts} to={to} /> : <LogIn to={to} loginHint={await typedBefore(search)} isInTest={testOf !== null} />}
    </>
  )
}

/** Whose test it is that somebody goes back to after log-in: a verification's page is not an app's request, and says so as well. */
async function testBehind(returnTo = ''): Promise<string | null> {
  const [, token] = /^\/verify\/([^/?#]+)$/.exec(returnTo) ?? []
  const app = token === undefined ? null : await appOfLink(token)
  return app?.isTest ? app.company : null
}

/** Somebody whom an app sent. */
async function forApp(search: Search, to: Destination, session: UserSession | null) {
  const interactionId = oneOf(search.interaction) ?? ''
  const screen = await readLogInScreen(interactionId, session)
  if (screen.kind === 'expired') return <ExpiredRequest />
  if (screen.kind === 'denied') return <DeniedRequest />
  const isWanted = wants(search, 'choose')
  if (screen.kind === 'proceed' && !isWanted) redirect(`/consent/${interactionId}`)
  const accounts =
    wants(search, 'add') || (screen.kind === 'login' && screen.known && !isWanted) ? [] : await readBrowserAccounts(screen.app.environment)
  if (screen.kind === 'login' && screen.isForNewcomer && accounts.length === 0 && !wants(search, 'have')) redirect(entryPath('/register', to))
  if (screen.kind === 'choose_account' || accounts.length > 0) return <Choice search={search} screen={screen} accounts={accounts} to={to} />
  if (screen.kind === 'proceed') redirect(`/consent/${interactionId}`)
  return <Again search={search} screen={screen} to={to} />
}

type Asked<Kind extends LogInScreen['kind']> = { search: Search; screen: Extract<LogInScreen, { kind: Kind }>; to: Destination }

async function Choice({ search, screen, accounts, to }: Asked<'login' | 'choose_account' | 'proceed'> & { accounts: Accounts }) {
  const chooser = await getTranslations('chooser')
  return (
    <>
      <h1>{chooser('title')}</h1>
      <ForApp app={screen.app} />
      <Said search={search} />
      <ChooseAccount accounts={accounts} to={to} />
    </>
  )
}

type Accounts = Awaited<ReturnType<typeof readBrowserAccounts>>

/** The form, or for whoever is logged in already the same without their address. */
async function Again({ search, screen, to }: Asked<'login'>) {
  const t = await getTranslations('login')
  const confirm = await getTranslations('confirmYou')
  const known = wants(search, 'add') ? undefined : screen.known
  return (
    <>
      <h1>{known ? confirm('title') : t('title')}</h1>
      <ForApp app={screen.app} text={known && confirm('lead', { app: screen.app.name })} />
      <Said search={search} />
      <LogIn to={to} known={known} loginHint={(await typedBefore(search)) ?? screen.loginHint} isInTest={isTest(screen.app.environment)} />
    </>
  )
}

async function ForApp({ app, text }: { app: RequestingApp; text?: string }) {
  const t = await getTranslations('login')
  return (
    <>
      <div className="mb-6 mt-3 flex items-start gap-4">
        <AppMark name={app.name} face={app.face} size={44} />
        <div className="min-w-0">
          <p className="text-lg leading-snug text-soft">{text ?? t('toApp', { app: app.name })}</p>
          <p className="mt-1 text-sm text-soft">{t('byCompany', { app: app.name, company: app.companyName })}</p>
        </div>
      </div>
      {isTest(app.environment) && <TestMark company={app.companyName} />}
    </>
  )
}

const wants = (search: Search, what: 'add' | 'choose' | 'have') => oneOf(search[what]) === '1'

/** The address that somebody wants to correct. */
const typedBefore = async ({ correct }: Search) => (correct === undefined ? undefined : (await readWaiting(oneOf(correct)))?.email)

/** What just happened, so that they are here. */
async function Said({ search }: { search: Search }) {
  const t = await getTranslations('login')
  const what = (['recovered', 'deleting', 'anew', 'suspended'] as const).find((name) => oneOf(search[name]))
  return what ? (
    <div className="mb-6">
      <Notice look={what === 'suspended' ? 'danger' : undefined}>{t(what)}</Notice>
    </div>
  ) : null
}
