import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Button, buttonClass } from '#components/ui/button'
import type { listUserGrants } from '#lib/grants/list-user-grants'
import { ClaimValues } from '../../../../_components/claim-values'
import { CompanyBadge } from '../../../../_components/company-badge'
import { personTimes } from '../../../../_i18n/times'
import { withdrawAction } from '../actions'
import { AppScopes } from './app-scopes'

type App = Awaited<ReturnType<typeof listUserGrants>>[number]

export async function ConnectedApp({ app, isConfirming }: { app: App; isConfirming: boolean }) {
  const t = await getTranslations('access')
  const consent = await getTranslations('consent')
  const times = await personTimes()
  return (
    <li id={app.appId} className="scroll-mt-6 rounded-card border border-line bg-surface p-5 sm:p-7">
      <h2>{app.appName}</h2>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-soft">
        {consent('byCompany', { company: app.companyName })}
        {app.isCompanyVerified && <CompanyBadge isVerified text={consent} />}
        {!app.isActive && <Badge look="warn">{t('inactive')}</Badge>}
      </p>
      <p className="mt-1 text-sm text-soft">
        {t('since', { date: times.longDay(app.since) })} ·{' '}
        {app.lastReleaseAt ? t('lastRelease', { date: times.longDay(app.lastReleaseAt) }) : t('neverReleased')}
      </p>
      <h3 className="mt-5 text-sm font-semibold">{t('reads')}</h3>
      <AppScopes app={app} />
      <details className="mt-4 rounded-xl bg-sunken px-4">
        <summary className="flex min-h-11 cursor-pointer items-center rounded-lg text-sm font-semibold">{t('knows')}</summary>
        <div className="pb-4 text-sm">
          <p className="text-soft">{t('knowsLead', { app: app.appName })}</p>
          <div className="mt-3 grid gap-4 sm:grid-cols-2">
            <ClaimValues values={app.userinfo} />
            <pre className="whitespace-pre-wrap break-all rounded-lg bg-surface p-3 text-xs leading-relaxed">
              {JSON.stringify(app.userinfo, null, 2)}
            </pre>
          </div>
        </div>
      </details>
      {isConfirming ? (
        <form action={withdrawAction} method="post" className="mt-5 rounded-xl bg-danger-wash p-5">
          <input type="hidden" name="app_id" value={app.appId} />
          <h3 className="font-semibold">{t('confirmTitle', { app: app.appName })}</h3>
          <p className="mt-1.5 break-words text-sm">{t('confirmBody', { alias: app.alias, company: app.companyName })}</p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button type="submit" look="danger">
              {t('withdraw')}
            </Button>
            <a href="/account/access" className={buttonClass('outline')}>
              {t('cancel')}
            </a>
          </div>
        </form>
      ) : (
        // Asks once more on the same page, with and without JavaScript.
        <form method="get" action={`/account/access#${app.appId}`} className="mt-5">
          <Button type="submit" name="confirm" value={app.appId} look="danger">
            {t('withdraw')}
          </Button>
        </form>
      )}
    </li>
  )
}
