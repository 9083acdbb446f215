import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Empty } from '#components/ui/empty'
import { Done } from '#components/ui/panel'
import { isId } from '#lib/core/random-id'
import { filterApps, readAppFilter } from '#lib/grants/filter-apps'
import { listUserGrants } from '#lib/grants/list-user-grants'
import { nameOfWithdrawnApp } from '#lib/grants/name-of-withdrawn-app'
import { listReceipts } from '#lib/receipts/read-receipts'
import { EVIDENCE, inCatalogOrder, isScope } from '#lib/scopes/catalog'
import { requireUser } from '#lib/session/user-session'
import { OfferPasskey } from '../_components/offer-passkey'
import { ConnectedApp } from './_components/connected-app'
import { FindApps } from './_components/find-apps'
import { Receipts } from './_components/receipts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('access'))('title') }
}

/** So many apps stand open and need no finding. */
const FEW = 3

export default async function AccessPage({
  searchParams,
}: {
  searchParams: Promise<{
    withdrawn?: string
    confirm?: string
    narrowed?: string
    app?: string
    kept?: string
    q?: string | string[]
    shares?: string | string[]
  }>
}) {
  const session = await requireUser('/account/access')
  const { withdrawn, confirm, narrowed, app: narrowedId, kept, q, shares } = await searchParams
  const t = await getTranslations('access')
  const keptText = await getTranslations('kept')
  const scopes = await getTranslations('scopes')
  const consent = await getTranslations('consent')
  const receipts = await listReceipts(session.userId)
  const apps = await listUserGrants(session.userId)
  const withdrawnName = typeof withdrawn === 'string' && isId('app', withdrawn) ? await nameOfWithdrawnApp(session.userId, withdrawn) : null
  const filter = readAppFilter(typeof q === 'string' ? q : undefined, typeof shares === 'string' ? shares : undefined)
  const shown = filterApps(apps, filter)
  const shared = inCatalogOrder(new Set(apps.flatMap((app) => app.scopes)))
  const narrowedApp = apps.find((app) => app.appId === narrowedId)
  return (
    <>
      <OfferPasskey />
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {kept === '1' && <Done>{keptText('account')}</Done>}
      {withdrawnName !== null && <Done>{t('done', { app: withdrawnName })}</Done>}
      {typeof narrowed === 'string' && isScope(narrowed) && narrowedApp && (
        <Done>{t('narrowed', { app: narrowedApp.appName, scope: scopes(`${narrowed}.title`) })}</Done>
      )}
      {narrowed === EVIDENCE && narrowedApp && <Done>{t('narrowed', { app: narrowedApp.appName, scope: consent('evidence.title') })}</Done>}
      {apps.length === 0 ? (
        <Empty title={t('emptyTitle')} body={t('emptyBody')} />
      ) : (
        <>
          {apps.length > FEW && <FindApps filter={filter} scopes={shared} />}
          {shown.length === 0 && <p role="status">{t('findNothing')}</p>}
          <ul className="grid gap-5">
            {shown.map((app) => (
              <ConnectedApp
                key={app.appId}
                app={app}
                isConfirming={app.appId === confirm}
                isOpen={apps.length <= FEW || shown.length === 1 || app.appId === narrowedId}
              />
            ))}
          </ul>
        </>
      )}
      <Receipts receipts={receipts} />
    </>
  )
}
