import { getTranslations } from 'next-intl/server'
import { isClaimed } from '#lib/apps/face/app-face'
import type { ConsentScreen } from '#lib/oauth/interaction/read-consent-screen'
import { AppLinks } from '../../../../_components/app-links'
import { AppMark, AppStripe } from '../../../../_components/app-logo'
import { CompanyBadge } from '../../../../_components/company-badge'
import { TestMark } from '../../../../_components/test-mark'

/** Who asks: the app with its logo, the company behind it, whether that is known, and its own pages. */
export async function AppHead({ screen: { app, isReturning, items } }: { screen: ConsentScreen }) {
  const t = await getTranslations('consent')
  const title = !isReturning ? 'title' : items.some(({ isNew }) => isNew) ? 'titleReturning' : 'titleAgain'
  return (
    <>
      <AppStripe face={app.face} />
      {app.isTest && <TestMark company={app.companyName} />}
      <div className="flex items-start gap-4">
        <AppMark name={app.name} face={app.face} size={56} />
        <h1 className="min-w-0 flex-1">{t(title, { app: app.name })}</h1>
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-soft">
        <span>{t('byCompany', { company: app.companyName })}</span>
        <CompanyBadge isVerified={app.isCompanyVerified} text={t} />
      </p>
      <AppLinks app={app.name} links={app.face.links} />
      {isClaimed(app.face) && <p className="mt-1 text-sm text-soft">{t('faceClaimed', { company: app.companyName })}</p>}
    </>
  )
}
