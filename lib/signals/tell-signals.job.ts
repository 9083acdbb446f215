import { type Queryable, transaction } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { effectiveScopes } from '#lib/grants/effective-scopes'
import { planToldLevel } from '#lib/grants/told-level-store'
import type { Payload } from '#lib/jobs/store'
import type { Queue } from '#lib/jobs/work-queue'
import { openSubjectRow } from '#lib/subjects/sealed-subject'
import { claimsFromDocuments } from '#lib/users/claims'
import { type HeldClaim, levelReached, unsuspended } from '#lib/users/judge-release'
import { NO_LEVEL, type SignalData } from './judge-signal'
import { findUntold, insertOutgoingSignal, takeBackSignal } from './outgoing-store'
import { sealSignalData } from './signal-data'
import { ASSURANCE_LEVEL_CHANGE, CREDENTIAL_CHANGE } from './signals'
import { findHeldClaims, findListeners, holdPerson, type Listener, SPREAD_SECONDS } from './tell-store'

/** What concerns a person everywhere, told to each app that wants to hear of it. */
export const tellSignalsQueue: Queue = {
  kind: 'tell-signals',
  lanes: 2,
  maxTries: 10,
  giveUp: async () => {},
  work: ({ user, what }: Payload) =>
    transaction(async (tx) => {
      if (await holdPerson(tx, String(user))) await (what === 'assurance' ? tellAssurance : tellCredentials)(tx, String(user))
      return 'done' as const
    }),
}

async function tellCredentials(tx: Queryable, userId: string): Promise<void> {
  const listeners = await findListeners(tx, userId, CREDENTIAL_CHANGE)
  const untold = await findUntold(
    tx,
    userId,
    listeners.map(({ grant_id }) => grant_id),
    CREDENTIAL_CHANGE,
  )
  const others = listeners.filter(({ grant_id }) => !untold.has(grant_id))
  for (const [nth, listener] of others.entries()) await tell(tx, CREDENTIAL_CHANGE, listener, {}, momentOf(nth))
}

/**
 * An app that asks for levels hears when the one it would be told is another than the one it was told. What changes again
 * before its moment is told as it is then, or not at all.
 */
async function tellAssurance(tx: Queryable, userId: string): Promise<void> {
  const held = await findHeldClaims(tx, userId)
  let nth = 0
  for (const listener of await findListeners(tx, userId, ASSURANCE_LEVEL_CHANGE)) {
    const { grant_id, asked, told_level, waits_seconds, is_level_known } = listener
    if (!asked || !is_level_known) continue
    const level = levelReached(asked, held, toldClaims(listener, held)) ?? null
    if (waits_seconds !== null) await takeBackSignal(tx, grant_id, ASSURANCE_LEVEL_CHANGE)
    const isNews = level !== told_level
    const afterSeconds = waits_seconds ?? momentOf(nth)
    if (isNews || waits_seconds !== null) await planToldLevel(tx, grant_id, isNews ? level : null, isNews ? afterSeconds : null)
    if (!isNews) continue
    await tell(tx, ASSURANCE_LEVEL_CHANGE, listener, { previous_level: told_level ?? NO_LEVEL, current_level: level ?? NO_LEVEL }, afterSeconds)
    nth++
  }
}

const toldClaims = ({ granted_scopes, app_scopes }: Listener, held: readonly HeldClaim[]) =>
  claimsFromDocuments(effectiveScopes(granted_scopes, granted_scopes, app_scopes), unsuspended(held))

/**
 * The same thing at the same moment at two apps would say that they have the same user. So one of them, by lot, is told at
 * once and every other one at a moment of its own within a day.
 */
const momentOf = (nth: number) => (nth === 0 ? 0 : Math.random() * SPREAD_SECONDS)

async function tell(tx: Queryable, uri: string, listener: Listener, more: SignalData, afterSeconds: number): Promise<void> {
  const id = newId('evt')
  const { stream_id: streamId, company_id: companyId, grant_id: grantId } = listener
  const sealed = sealSignalData(streamId, id, { sub: openSubjectRow(listener).sub, ...more })
  await insertOutgoingSignal(tx, { id, grantId, companyId, streamId, uri, ...sealed, afterSeconds })
}
