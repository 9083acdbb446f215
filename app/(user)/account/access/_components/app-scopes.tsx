import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Breakable } from '#components/ui/breakable'
import { Button } from '#components/ui/button'
import type { listUserGrants } from '#lib/grants/list-user-grants'
import { EVIDENCE, isAlwaysGranted } from '#lib/scopes/catalog'
import { withdrawScopeAction } from '../actions'

type App = Awaited<ReturnType<typeof listUserGrants>>[number]

/** What an app may read, each part with its own way out. */
export async function AppScopes({ app }: { app: App }) {
  const scopes = await getTranslations('scopes')
  const consent = await getTranslations('consent')
  return (
    <ul className="mt-1 divide-y divide-line text-sm">
      {app.scopes.map((scope) => (
        <Shared key={scope} app={app} scope={scope} title={scopes(`${scope}.title`)} isLocked={isAlwaysGranted(scope)}>
          {scope === 'email' && <Breakable text={app.alias} />}
        </Shared>
      ))}
      {app.isEvidenceGranted && <Shared app={app} scope={EVIDENCE} title={consent('evidence.title')} isLocked={false} />}
    </ul>
  )
}

type Part = { app: App; scope: string; title: string; isLocked: boolean; children?: ReactNode }

async function Shared({ app, scope, title, isLocked, children }: Part) {
  const t = await getTranslations('access')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 py-1">
      <span className="min-w-0 py-2">
        <span className="font-medium">{title}</span>
        {children && <span className="block text-soft">{children}</span>}
      </span>
      {!isLocked && (
        <form action={withdrawScopeAction} method="post">
          <input type="hidden" name="app_id" value={app.appId} />
          <Button
            type="submit"
            name="scope"
            value={scope}
            look="quiet"
            className="text-sm"
            aria-label={t('takeBackOne', { scope: title, app: app.appName })}
          >
            {t('takeBack')}
          </Button>
        </form>
      )}
    </li>
  )
}
