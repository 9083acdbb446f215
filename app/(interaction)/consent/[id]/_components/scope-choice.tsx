import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { classNames } from '#components/ui/class-names'
import type { ConsentItem } from '#lib/oauth/interaction/read-consent-screen'
import { isAlwaysGranted } from '#lib/scopes/catalog'
import { lacking } from '#lib/users/claims'
import { ClaimValues } from '../../../../_components/claim-values'

/** One scope: what it is for, the very value that would be sent, and a box to untick. */
export async function ScopeChoice({ item, alias, highlightNew }: { item: ConsentItem; alias: string; highlightNew: boolean }) {
  const t = await getTranslations('consent')
  const scopes = await getTranslations('scopes')
  const id = `scope-${item.scope}`
  const isLocked = isAlwaysGranted(item.scope)
  const isHighlighted = highlightNew && item.isNew
  const values = item.scope === 'email' ? { email: alias } : item.scope === 'openid' ? {} : item.values
  const missing = { profile: t('missingProfile'), document: t('missing'), nothing: null }[lacking(item.scope) ?? 'nothing']
  const hasValues = Object.keys(values).length > 0
  return (
    <li className={classNames('flex gap-3 py-4', isHighlighted && '-mx-3 rounded-xl bg-accent-wash px-3')}>
      <input
        type="checkbox"
        id={id}
        name="scope"
        value={item.scope}
        defaultChecked={isLocked || item.isTicked}
        disabled={isLocked}
        aria-describedby={`${id}-about`}
        className="mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <label htmlFor={id} className="font-semibold">
            {scopes(`${item.scope}.title`)}
          </label>
          {isLocked && <Badge>{t('always')}</Badge>}
          {isHighlighted && <Badge look="good">{t('new')}</Badge>}
        </div>
        <div id={`${id}-about`} className="text-sm">
          <p className="text-soft">{scopes(`${item.scope}.body`)}</p>
          {hasValues ? <ClaimValues values={values} /> : missing && <p className="mt-1 text-warn">{item.isWithheld ? t('withheld') : missing}</p>}
          {hasValues && item.isWithheld && <p className="mt-1 text-warn">{t('withheldPart')}</p>}
        </div>
      </div>
    </li>
  )
}
