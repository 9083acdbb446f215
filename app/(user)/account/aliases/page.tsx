import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { Empty } from '#components/ui/empty'
import { Done } from '#components/ui/panel'
import { requireUser } from '#lib/session/user-session'
import { listAliases } from '#lib/users/aliases/switch-alias'
import { switchAliasAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('aliases'))('title') }
}

export default async function AliasesPage({ searchParams }: { searchParams: Promise<{ done?: string }> }) {
  const session = await requireUser('/account/aliases')
  const { done } = await searchParams
  const t = await getTranslations('aliases')
  const aliases = await listAliases(session.userId)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-8 mt-3 text-soft">{t('lead')}</p>
      {done !== undefined && <Done>{t(done === 'off' ? 'switchedOff' : 'switchedOn')}</Done>}
      {aliases.length === 0 ? (
        <Empty title={t('emptyTitle')} body={t('emptyBody')} />
      ) : (
        <ul className="grid gap-4">
          {aliases.map((alias) => (
            <li key={alias.appId} className="rounded-card border border-line bg-surface p-5 sm:p-6">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
                <div className="min-w-0">
                  <h2>{alias.appName}</h2>
                  <p className="mt-1 break-all font-medium">{alias.address}</p>
                  <p className="mt-2 flex flex-wrap gap-2">
                    <Badge look={alias.isOff ? 'warn' : 'good'}>{t(alias.isOff ? 'off' : 'on')}</Badge>
                    <Badge>{t(alias.isShared ? 'shared' : 'notShared')}</Badge>
                  </p>
                </div>
                <form action={switchAliasAction} method="post">
                  <input type="hidden" name="app_id" value={alias.appId} />
                  <Button
                    type="submit"
                    name="switch"
                    value={alias.isOff ? 'on' : 'off'}
                    look="outline"
                    aria-label={t(alias.isOff ? 'switchOnFor' : 'switchOffFor', { app: alias.appName })}
                  >
                    {t(alias.isOff ? 'switchOn' : 'switchOff')}
                  </Button>
                </form>
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
