import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Notice } from '#components/ui/notice'
import { listUserGrants } from '#lib/grants/list-user-grants'
import { requireUser } from '#lib/session/user-session'
import { ConnectedApp } from './_components/connected-app'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('access'))('title') }
}

export default async function AccessPage({ searchParams }: { searchParams: Promise<{ withdrawn?: string; confirm?: string }> }) {
  const session = await requireUser('/account/access')
  const { withdrawn, confirm } = await searchParams
  const t = await getTranslations('access')
  const apps = await listUserGrants(session.userId)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {typeof withdrawn === 'string' && withdrawn !== '' && (
        <div className="mb-6">
          <Notice>{t('done', { app: withdrawn.slice(0, 100) })}</Notice>
        </div>
      )}
      {apps.length === 0 ? (
        <section className="rounded-card border border-dashed border-line-strong p-8 text-center">
          <h2>{t('emptyTitle')}</h2>
          <p className="mt-2 text-soft">{t('emptyBody')}</p>
        </section>
      ) : (
        <ul className="grid gap-5">
          {apps.map((app) => (
            <ConnectedApp key={app.appId} app={app} isConfirming={app.appId === confirm} />
          ))}
        </ul>
      )}
    </>
  )
}
