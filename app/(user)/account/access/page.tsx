import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Empty } from '#components/ui/empty'
import { Done } from '#components/ui/panel'
import { isId } from '#lib/core/random-id'
import { listUserGrants } from '#lib/grants/list-user-grants'
import { nameOfWithdrawnApp } from '#lib/grants/name-of-withdrawn-app'
import { listReceipts } from '#lib/receipts/read-receipts'
import { isScope } from '#lib/scopes/catalog'
import { requireUser } from '#lib/session/user-session'
import { ConnectedApp } from './_components/connected-app'
import { Receipts } from './_components/receipts'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('access'))('title') }
}

export default async function AccessPage({
  searchParams,
}: {
  searchParams: Promise<{ withdrawn?: string; confirm?: string; narrowed?: string; app?: string; kept?: string }>
}) {
  const session = await requireUser('/account/access')
  const { withdrawn, confirm, narrowed, app: narrowedId, kept } = await searchParams
  const t = await getTranslations('access')
  const keptText = await getTranslations('kept')
  const scopes = await getTranslations('scopes')
  const receipts = await listReceipts(session.userId)
  const apps = await listUserGrants(session.userId)
  const withdrawnName = typeof withdrawn === 'string' && isId('app', withdrawn) ? await nameOfWithdrawnApp(session.userId, withdrawn) : null
  const narrowedApp = apps.find((app) => app.appId === narrowedId)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {kept === '1' && <Done>{keptText('account')}</Done>}
      {withdrawnName !== null && <Done>{t('done', { app: withdrawnName })}</Done>}
      {typeof narrowed === 'string' && isScope(narrowed) && narrowedApp && (
        <Done>{t('narrowed', { app: narrowedApp.appName, scope: scopes(`${narrowed}.title`) })}</Done>
      )}
      {apps.length === 0 ? (
        <Empty title={t('emptyTitle')} body={t('emptyBody')} />
      ) : (
        <ul className="grid gap-5">
          {apps.map((app) => (
            <ConnectedApp key={app.appId} app={app} isConfirming={app.appId === confirm} />
          ))}
        </ul>
      )}
      <Receipts receipts={receipts} />
    </>
  )
}
