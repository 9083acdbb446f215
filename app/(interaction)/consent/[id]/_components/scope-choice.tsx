import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { Button } from '#components/ui/button'
import { classNames } from '#components/ui/class-names'
import type { ConsentItem } from '#lib/oauth/interaction/read-consent-screen'
import { isAlwaysGranted } from '#lib/scopes/catalog'
import { lacking } from '#lib/users/claims'
import { ClaimValues } from '../../../../_components/claim-values'
import { FillInName } from './fill-in-name'

/** So many values stand open; the rest unfolds. */
const OPEN_VALUES = 3

type Props = { item: ConsentItem; alias: string; isReturning: boolean; isNameRefused: boolean }

/** One scope: what it is for, the very value that would be sent, and a box to untick. All of the row is the box. */
export async function ScopeChoice({ item, alias, isReturning, isNameRefused }: Props) {
  const t = await getTranslations('consent')
  const scopes = await getTranslations('scopes')
  const id = `scope-${item.scope}`
  const isLocked = isAlwaysGranted(item.scope)
  const isNew = isReturning && item.isNew
  const isDeclined = isReturning && !item.isNew && !item.isTicked
  const values = item.scope === 'email' ? { email: alias } : item.scope === 'openid' ? {} : item.values
  const lacks = lacking(item.scope)
  const hasValues = Object.keys(values).length > 0
  const missing = { profile: item.asksName ? null : t('missingProfile'), document: t('missing'), nothing: null }[lacks ?? 'nothing']
  const canVerify = item.isWithheld || (!hasValues && lacks === 'document')
  return (
    <li
      className={classNames(
        'relative flex gap-3 py-4 has-[input:not(:disabled)]:cursor-pointer',
        (isNew || item.isChanged) && '-mx-3 rounded-xl bg-accent-wash px-3',
      )}
    >
      <input
        type="checkbox"
        id={id}
        name="scope"
        value={item.scope}
        defaultChecked={isLocked || item.isTicked}
        disabled={isLocked}
        aria-describedby={`${id}-about`}
        className="relative z-10 mt-0.5 size-5 shrink-0 accent-accent"
      />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <label htmlFor={id} className="font-semibold after:absolute after:inset-0 after:content-['']">
            {scopes(`${item.scope}.title`)}
          </label>
          {isLocked && <Badge>{t('always')}</Badge>}
          {isNew && <Badge look="good">{t('new')}</Badge>}
          {item.isChanged && <Badge look="good">{t('changed')}</Badge>}
          {isDeclined && <Badge>{t('declinedBefore')}</Badge>}
        </div>
        <div id={`${id}-about`} className="text-sm">
          <p className="text-soft">{scopes(`${item.scope}.body`)}</p>
          {hasValues ? (
            <ClaimValues values={values} open={OPEN_VALUES} />
          ) : (
            missing && <p className="mt-1 text-warn">{item.isWithheld ? t('withheld') : missing}</p>
          )}
          {hasValues && item.isWithheld && <p className="mt-1 text-warn">{t('withheldPart')}</p>}
        </div>
        {item.asksName && <FillInName asks={item.asksName} isRefused={isNameRefused} />}
        {canVerify && (
          <Button type="submit" name="decision" value="verify" look="outline" className="relative z-10 mt-2 text-sm">
            {t('verifyNow')}
          </Button>
        )}
      </div>
    </li>
  )
}
