import { getTranslations } from 'next-intl/server'
import { Breakable } from '#components/ui/breakable'
import { Button } from '#components/ui/button'
import type { listUserGrants } from '#lib/grants/list-user-grants'
import { isAlwaysGranted } from '#lib/scopes/catalog'
import { withdrawScopeAction } from '../actions'

type App = Awaited<ReturnType<typeof listUserGrants>>[number]

/** What an app may read, each part with its own way out. */
export async function AppScopes({ app }: { app: App }) {
  const t = await getTranslations('access')
  const scopes = await getTranslations('scopes')
  return (
    <ul className="mt-1 divide-y divide-line text-sm">
      {app.scopes.map((scope) => (
        <li key={scope} className="flex flex-wrap items-center justify-between gap-x-4 py-1">
          <span className="min-w-0 py-2">
            <span className="font-medium">{scopes(`${scope}.title`)}</span>
            {scope === 'email' && (
              <span className="block text-soft">
                <Breakable text={app.alias} />
              </span>
            )}
          </span>
          {!isAlwaysGranted(scope) && (
            <form action={withdrawScopeAction} method="post">
              <input type="hidden" name="app_id" value={app.appId} />
              <Button
                type="submit"
                name="scope"
                value={scope}
                look="quiet"
                className="text-sm"
                aria-label={t('takeBackOne', { scope: scopes(`${scope}.title`), app: app.appName })}
              >
                {t('takeBack')}
              </Button>
            </form>
          )}
        </li>
      ))}
    </ul>
  )
}
