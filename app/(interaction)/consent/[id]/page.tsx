import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import { type ConsentScreen, readConsentScreen } from '#lib/oauth/interaction/read-consent-screen'
import { readUserSession } from '#lib/session/user-session'
import { CompanyBadge } from '../../../_components/company-badge'
import { DeniedRequest } from '../../login/_components/denied-request'
import { ExpiredRequest } from '../../login/_components/expired-request'
import { switchAccountAction } from '../../login/actions'
import { resumeAt } from '../../next-step'
import { ScopeChoice } from './_components/scope-choice'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('consent'))('allow') }
}

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ anew?: string | string[] }> }

export default async function ConsentPage({ params, searchParams }: Props) {
  const { id } = await params
  const session = await readUserSession()
  const logIn = `/login?interaction=${encodeURIComponent(id)}`
  if (!session) redirect(logIn)
  const outcome = await readConsentScreen(id, session.hash)
  if (outcome.kind === 'show') return <Consent id={id} screen={outcome.screen} isAnew={(await searchParams).anew === '1'} />
  if (outcome.kind === 'expired') return <ExpiredRequest />
  if (outcome.kind === 'denied') return <DeniedRequest />
  if (outcome.kind === 'proceed') return resumeAt(id)
  redirect(logIn)
}

async function Consent({ id, screen, isAnew }: { id: string; screen: ConsentScreen; isAnew: boolean }) {
  const t = await getTranslations('consent')
  const login = await getTranslations('login')
  const app = screen.app.name
  return (
    <>
      {isAnew && (
        <div className="mb-6">
          <Notice>{login('anew')}</Notice>
        </div>
      )}
      <h1>{t(screen.isReturning ? 'titleReturning' : 'title', { app })}</h1>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-soft">
        <span>{t('byCompany', { company: screen.app.companyName })}</span>
        <CompanyBadge isVerified={screen.app.isCompanyVerified} text={t} />
      </p>
      {screen.hasDoubtfulNames && (
        <div className="mt-4">
          <Notice look="warn">{t('doubtfulNames', { host: screen.returnHost })}</Notice>
        </div>
      )}

      <div className="mt-5 flex flex-wrap items-center justify-between gap-x-4 rounded-xl bg-sunken px-4 py-1.5 text-sm">
        <span className="break-all">{t('signedInAs', { email: screen.person.email })}</span>
        <form action={switchAccountAction} method="post">
          <input type="hidden" name="interaction" value={id} />
          <Button type="submit" look="quiet" className="text-sm">
            {t('switch')}
          </Button>
        </form>
      </div>

      <form action="/oauth2/consent" method="post" className="mt-6">
        <input type="hidden" name="interaction" value={id} />
        <input type="hidden" name="mark" value={screen.mark} />
        <fieldset>
          <legend className="text-sm font-semibold">{t('legend', { app })}</legend>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {screen.items.map((item) => (
              <ScopeChoice key={item.scope} item={item} alias={screen.alias} highlightNew={screen.isReturning} />
            ))}
          </ul>
        </fieldset>
        <p className="mt-4 text-sm text-soft">{t('duration')}</p>
        <div className="mt-6 grid gap-3 sm:grid-cols-2">
          <Button type="submit" name="decision" value="deny" look="outline">
            {t('deny')}
          </Button>
          <Button type="submit" name="decision" value="allow">
            {t('allow')}
          </Button>
        </div>
        <p className="mt-4 text-center text-sm text-soft">{t('returnTo', { host: screen.returnHost })}</p>
      </form>
    </>
  )
}
