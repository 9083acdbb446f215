import { ChevronDown } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Confirm } from '#components/ui/confirm'
import { isClaimed } from '#lib/apps/face/app-face'
import type { listUserGrants } from '#lib/grants/list-user-grants'
import { AppLinks } from '../../../../_components/app-links'
import { AppMark } from '../../../../_components/app-logo'
import { ClaimValues } from '../../../../_components/claim-values'
import { CompanyBadge } from '../../../../_components/company-badge'
import { personTimes } from '../../../../_i18n/times'
import { withdrawAction } from '../actions'
import { AppScopes } from './app-scopes'

type App = Awaited<ReturnType<typeof listUserGrants>>[number]

/** One app: who it is and since when stand open, the rest unfolds. */
export async function ConnectedApp({ app, isConfirming, isOpen }: { app: App; isConfirming: boolean; isOpen: boolean }) {
  const t = await getTranslations('access')
  const consent = await getTranslations('consent')
  const times = await personTimes()
  return (
    <li id={app.appId} className="scroll-mt-6 rounded-card border border-line bg-surface">
      <details open={isOpen || isConfirming} className="group">
        <summary className="flex cursor-pointer list-none items-start gap-4 rounded-card p-5 sm:p-7 [&::-webkit-details-marker]:hidden">
          <AppMark name={app.appName} face={app.face} size={48} />
          <div className="min-w-0 flex-1">
            <h2>{app.appName}</h2>
            <div className="mt-1 flex flex-wrap items-center gap-2 text-sm text-soft">
              {consent('byCompany', { company: app.companyName })}
              {app.isCompanyVerified && <CompanyBadge isVerified text={consent} />}
              {!app.isActive && <Badge look="warn">{t('inactive')}</Badge>}
              {app.endsAt && <Badge>{t('until', { date: times.moment(app.endsAt) })}</Badge>}
            </div>
            <p className="mt-1 text-sm text-soft">
              {t('since', { date: times.longDay(app.since) })} ·{' '}
              {app.lastReleaseAt ? t('lastRelease', { date: times.longDay(app.lastReleaseAt) }) : t('neverReleased')}
            </p>
          </div>
          <ChevronDown size={20} aria-hidden="true" className="mt-1.5 shrink-0 text-soft transition-transform group-open:rotate-180" />
        </summary>
        <div className="px-5 pb-5 sm:px-7 sm:pb-7">
          <AppLinks app={app.appName} links={app.face.links} />
          {isClaimed(app.face) && <p className="mb-4 text-sm text-soft">{consent('faceClaimed', { company: app.companyName })}</p>}
          <h3 className="text-sm font-semibold">{t('reads')}</h3>
          <AppScopes app={app} />
          <details className="group/knows mt-4 rounded-xl bg-sunken px-4">
            <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 rounded-lg text-sm font-semibold [&::-webkit-details-marker]:hidden">
              {t('knows')}
              <ChevronDown size={18} aria-hidden="true" className="shrink-0 transition-transform group-open/knows:rotate-180" />
            </summary>
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
            <form action={withdrawAction} method="post" className="mt-5">
              <input type="hidden" name="app_id" value={app.appId} />
              <Confirm
                as="h3"
                title={t('confirmTitle', { app: app.appName })}
                keep={{ href: '/account/access', text: t('cancel') }}
                submit={t('withdraw')}
              >
                <p className="text-sm wrap-anywhere">{t('confirmBody', { alias: app.alias, company: app.companyName })}</p>
              </Confirm>
            </form>
          ) : (
            // Asks once more on the same page, with and without JavaScript.
            <form method="get" action={`/account/access#${app.appId}`} className="mt-5">
              <Button type="submit" name="confirm" value={app.appId} look="danger">
                {t('withdraw')}
              </Button>
            </form>
          )}
        </div>
      </details>
    </li>
  )
}
