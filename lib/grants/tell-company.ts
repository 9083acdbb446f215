import type { Queryable } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { takeBackUntold } from '#lib/events/outgoing-store'
import { recordEvent } from '#lib/events/record-event'
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
  const event = { type, data: { app_id: appId, sub, scopes, reason }, ...(visibleAt && { visibleAt, grantId }) }
  await recordEvent(tx, found.company_id, shardOf(userId), event)
}

export const tellGranted = (tx: Queryable, grant: Grant, granted: string[]) => tell(tx, grant, 'authorization.granted', { granted, reason: 'person' })

/** Where the company is still to be told that the consent is back, that is what changes, now if an app used it meanwhile. */
export async function tellChanged(tx: Queryable, grant: Grant, granted: string[]): Promise<void> {
  const [untold] = await takeBackUntold(tx, grant.grantId, ['authorization.granted'])
  if (!untold) return tell(tx, grant, 'authorization.changed', { granted, reason: 'person' })
  const { hidden_until } = (await findToTell(tx, grant.userId, grant.appId)) ?? {}
  await tell(tx, grant, 'authorization.granted', { granted, reason: 'person', ...(hidden_until && { visibleAt: hidden_until }) })
}

/** @param when if not now; `already` where the company takes it for withdrawn */
export async function tellWithdrawn(tx: Queryable, grant: Grant, reason: What['reason'], when?: Date | 'already'): Promise<void> {
  const untold = await takeBackUntold(tx, grant.grantId)
  await dropUntoldSignals(tx, grant.grantId)
  if (when === 'already') return
  const planned = untold.find(({ type }) => type === 'authorization.withdrawn')
  await tell(tx, grant, 'authorization.withdrawn', { granted: [], reason, visibleAt: when ?? planned?.visible_at })
}

/** @returns false when the company was told of the suspension at this very moment, which was to be called off */
export const takeBackWithdrawn = async (tx: Queryable, { grantId, userId, appId }: Grant): Promise<boolean> =>
  (await takeBackUntold(tx, grantId)).some(({ type }) => type === 'authorization.withdrawn') || (await findToTell(tx, userId, appId)) === null

/** A suspended consent works again. @param when the company is told */
export const tellReturned = (tx: Queryable, grant: Grant & { granted: string[] }, when: Date | null): Promise<void> =>
  tell(tx, grant, 'authorization.granted', { granted: grant.granted, reason: 'person', ...(when && { visibleAt: when }) })

/** What is told at the moment of a return is told behind it. */
const AFTER_RETURN_MS = 1

/** The person switched forwarding off or on; told where the app has the alias now, and of several untold times the last. */
export async function tellAlias(tx: Queryable, userId: string, appId: string, isOff: boolean): Promise<void> {
  const found = await findToTell(tx, userId, appId)
  if (!found?.granted_scopes?.includes('email')) return
  const { sub } = openSubjectRow(found)
  const event = { type: isOff ? ('alias.disabled' as const) : ('alias.enabled' as const), data: { app_id: appId, sub } }
  if (!found.hidden_until || !found.grant_id) return recordEvent(tx, found.company_id, shardOf(userId), event)
  await takeBackUntold(tx, found.grant_id, ['alias.disabled', 'alias.enabled'])
  const visibleAt = new Date(found.hidden_until.getTime() + AFTER_RETURN_MS)
  await recordEvent(tx, found.company_id, shardOf(userId), { ...event, visibleAt, grantId: found.grant_id })
}
