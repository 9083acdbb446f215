'use client'

import { useTranslations } from 'next-intl'
import { Badge } from '#components/ui/badge'
import type { ScopeName } from '#lib/scopes/catalog'

export type CatalogScope = { name: ScopeName; claims: string[]; always_granted: boolean }

/** The scope catalog, in the words that people will read. */
export function ScopeChoices({ catalog, defaultScopes, isPublic }: { catalog: CatalogScope[]; defaultScopes: string[]; isPublic: boolean }) {
  const t = useTranslations('appForm')
  const words = useTranslations('scopes')
  return (
    <fieldset>
      <legend className="text-sm font-semibold">{t('scopes')}</legend>
      <p className="mt-1 text-sm text-soft">{t('scopesHint')}</p>
      <ul className="mt-2 divide-y divide-line border-y border-line">
        {catalog.map(({ name, claims, always_granted: isAlways }) => (
          <li key={name}>
            <label className="flex min-h-11 cursor-pointer gap-3 py-3">
              <input
                type="checkbox"
                name="scope"
                value={name}
                defaultChecked={isAlways || defaultScopes.includes(name)}
                disabled={isAlways}
                className="mt-0.5 size-5 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                <span className="flex flex-wrap items-center gap-x-2">
                  <span className="font-semibold">{words(`${name}.title`)}</span>
                  <code className="text-sm text-soft">{name}</code>
                  {isAlways && <Badge>{t('always')}</Badge>}
                </span>
                <span className="block text-sm text-soft">{words(`${name}.body`)}</span>
                {claims.length > 0 && <span className="block break-words font-mono text-xs text-soft">{claims.join(' ')}</span>}
                {name === 'offline_access' && isPublic && <span className="block text-sm text-warn">{t('offlineNeedsSecret')}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
