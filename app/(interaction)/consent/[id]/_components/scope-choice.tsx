import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import type { ConsentItem } from '#lib/oauth/interaction/read-consent-screen'
import { isAlwaysGranted } from '#lib/scopes/catalog'
import { lacking } from '#lib/users/claims'
import { ClaimValues } from '../../../../_components/claim-values'
import { ChoiceRow } from './choice-row'
import { FillInName } from './fill-in-name'

/** So many values stand open; the rest unfolds. */
const OPEN_VALUES = 3

type Props = { item: ConsentItem; alias: string; isReturning: boolean; isNameRefused: boolean }

/** One scope: what it is for, the very value that would be sent, and a box to untick. */
export async function ScopeChoice({ item, alias, isReturning, isNameRefused }: Props) {
  const t = await getTranslations('consent')
  const scopes = await getTranslations('scopes')
  const values = item.scope === 'email' ? { email: alias } : item.scope === 'openid' ? {} : item.values
  const lacks = lacking(item.scope)
  const hasValues = Object.keys(values).length > 0
  const missing = { profile: item.asksName ? null : t('missingProfile'), document: t('missing'), nothing: null }[lacks ?? 'nothing']
  const canVerify = item.isWithheld || (!hasValues && lacks === 'document')
  return (
    <ChoiceRow
      value={item.scope}
      title={scopes(`${item.scope}.title`)}
      isTicked={item.isTicked}
      isLocked={isAlwaysGranted(item.scope)}
      isNew={isReturning && item.isNew}
      isChanged={item.isChanged}
      isDeclined={isReturning && !item.isNew && !item.isTicked}
      about={
        <>
          <p className="text-soft">{scopes(`${item.scope}.body`)}</p>
          {hasValues ? (
            <ClaimValues values={values} open={OPEN_VALUES} />
          ) : (
            missing && <p className="mt-1 text-warn">{item.isWithheld ? t('withheld') : missing}</p>
          )}
          {hasValues && item.isWithheld && <p className="mt-1 text-warn">{t('withheldPart')}</p>}
        </>
      }
    >
      {item.asksName && <FillInName asks={item.asksName} isRefused={isNameRefused} />}
      {canVerify && (
        <Button type="submit" name="decision" value="verify" look="outline" className="relative z-10 mt-2 text-sm">
          {t('verifyNow')}
        </Button>
      )}
    </ChoiceRow>
  )
}
