import type { Queryable } from '#lib/core/db'
import { recordEvent } from '#lib/events/record-event'
import { takeBackUntold } from '#lib/events/store'
import { openSubjectRow } from '#lib/subjects/sealed-subject'
import { effectiveScopes } from './effective-scopes'
import { dropUntoldSignals, findToTell } from './tell-store'

type Grant = { grantId: string; userId: string; appId: string }
type Type = 'authorization.granted' | 'authorization.changed' | 'authorization.withdrawn'
type What = { granted: string[]; reason: 'person' | 'token_replay' | 'app'; visibleAt?: Date }

/**
 * Events of consents. A company that was told of a suspension, and is to be told of the return at a moment of its own,
 * still takes the consent for withdrawn: until that moment nothing that happens to it is told, but what it is then.
 */
async function tell(tx: Queryable, { grantId, userId, appId }: Grant, type: Type, { granted, reason, visibleAt }: What): Promise<void> {
  const found = await findToTell(tx, userId, appId)
  if (!found) return
  const { sub } = openSubjectRow(found)
  const scopes = effectiveScopes(granted, granted, found.app_scopes)
  await recordEvent(tx, found.company_id, { type, data: { app_id: appId, sub, scopes, reason }, ...(visibleAt && { visibleAt, grantId }) })
}

export const tellGranted = (tx: Queryable, grant: Grant, granted: string[]) => tell(tx, grant, 'authorization.granted', { granted, reason: 'person' })

export async function tellChanged(tx: Queryable, grant: Grant, granted: string[]): Promise<void> {
  const [untold] = await takeBackUntold(tx, grant.grantId, 'authorization.granted')
  if (untold) await tell(tx, grant, 'authorization.granted', { granted, reason: 'person', visibleAt: untold.visible_at })
  else await tell(tx, grant, 'authorization.changed', { granted, reason: 'person' })
}

/** @param when if not now; `already` where the company takes it for withdrawn */
export async function tellWithdrawn(tx: Queryable, grant: Grant, reason: What['reason'], when?: Date | 'already'): Promise<void> {
  const untold = await takeBackUntold(tx, grant.grantId)
  await dropUntoldSignals(tx, grant.grantId)
  if (when === 'already' || untold.some(({ type }) => type === 'authorization.granted')) return
  await tell(tx, grant, 'authorization.withdrawn', { granted: [], reason, visibleAt: when ?? untold[0]?.visible_at })
}

/** A suspended consent works again. @param when the company is told; null where it was told nothing, and never will be */
export async function tellReturned(tx: Queryable, grant: Grant & { granted: string[] }, when: Date | null): Promise<void> {
  if (when === null) await takeBackUntold(tx, grant.grantId)
  else await tell(tx, grant, 'authorization.granted', { granted: grant.granted, reason: 'person', visibleAt: when })
}

/** The person switched forwarding off or on; told where the app has the alias now. */
export async function tellAlias(tx: Queryable, userId: string, appId: string, isOff: boolean): Promise<void> {
  const found = await findToTell(tx, userId, appId)
  if (!found?.granted_scopes?.includes('email')) return
  const { sub } = openSubjectRow(found)
  const spread = found.hidden_until && found.grant_id ? { visibleAt: found.hidden_until, grantId: found.grant_id } : {}
  await recordEvent(tx, found.company_id, { type: isOff ? 'alias.disabled' : 'alias.enabled', data: { app_id: appId, sub }, ...spread })
}
