import { type Queryable, transaction } from '#lib/core/db'
import { isAlwaysGranted, isScope } from '#lib/scopes/catalog'
import {
  deleteDue,
  deleteErased,
  deleteOver,
  deleteReplayed,
  deleteUngranted,
  deleteWithdrawn,
  endVisits,
  hideEvidence,
  hideReturned,
  narrow,
  restore,
  type Suspension,
  suspend,
} from './end-grants-store'
import { takeBackWithdrawn, tellChanged, tellReturned, tellWithdrawn } from './tell-company'

/**
 * Everything that ends, narrows or suspends what a person gave an app, each for its reason and with its line in their
 * history and its event for the company. An app that gives a scope up ends nothing: what a token stands for is computed at every use.
 * @see lib/grants/effective-scopes.ts
 */

/**
 * The person takes everything back: the consent falls, and codes, access tokens and refresh tokens with it. When this
 * returns, the next request with any of them is refused. Spec: States, Grant / tokens.
 * @returns whether there was anything to withdraw
 */
export const withdrawAccess = (userId: string, appId: string): Promise<boolean> =>
  transaction(async (tx) => {
    const gone = await deleteWithdrawn(tx, userId, appId)
    if (gone) {
      await tellWithdrawn(tx, { grantId: gone.id, userId, appId }, 'person', alreadyIf(gone.is_hidden))
      await endVisits(tx, userId, appId, null)
    }
    return gone !== null
  })

/**
 * The person takes one scope back. What the app may read narrows with the next request. The scope counts as declined, so
 * the app has to ask for it anew. What is always granted goes with everything only.
 * @returns whether the app had it
 */
export async function withdrawScope(userId: string, appId: string, scope: string): Promise<boolean> {
  if (!isScope(scope) || isAlwaysGranted(scope)) return false
  return transaction(async (tx) => {
    const narrowed = await narrow(tx, userId, appId, scope)
    if (narrowed) {
      await endUngranted(tx, narrowed.id, narrowed.granted_scopes)
      await tellChanged(tx, { grantId: narrowed.id, userId, appId }, narrowed.granted_scopes)
    }
    return narrowed !== null
  })
}

/**
 * The person no longer lets an app know how claims were verified. Nobody is told: the claims stay, and so do all scopes.
 * @returns whether the app was let
 */
export const withdrawEvidence = (userId: string, appId: string): Promise<boolean> => transaction((tx) => hideEvidence(tx, userId, appId))

/** After a grant was narrowed: without `offline_access` its refresh tokens end, without `email` its mail that waits to be forwarded. */
export async function endUngranted(tx: Queryable, grantId: string, granted: string[]): Promise<void> {
  await deleteUngranted(tx, grantId, granted)
}

/** A code or refresh token came twice: whoever has it, has it twice, and all that came of it ends. @see RFC 9700 §4.14.2 */
export async function endReplayedGrant(tx: Queryable, grantId: string): Promise<void> {
  const gone = await deleteReplayed(tx, grantId)
  if (gone) await tellWithdrawn(tx, { grantId, userId: gone.user_id, appId: gone.app_id }, 'token_replay', alreadyIf(gone.is_hidden))
}

/** What was given for a time that is over, before the same app is given anything anew: nothing of then comes back to life. */
export async function endIfOver(tx: Queryable, userId: string, appId: string): Promise<void> {
  for (const gone of await deleteOver(tx, userId, appId)) await tellOver(tx, gone)
}

/**
 * A turn of the worker: whatever was given for a time that is over is taken away. Nothing waits for it, since every reader
 * asks the clock itself; it leaves the line in the person's history, tells the company, and takes the rows.
 * @see lib/grants/live.ts
 */
export async function endDueGrants(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await transaction(endSomeDue)) > 0);
}

async function endSomeDue(tx: Queryable): Promise<number> {
  const due = await deleteDue(tx)
  for (const gone of due) await tellOver(tx, gone)
  return due.length
}

type Gone = { id: string; user_id: string; app_id: string; is_hidden: boolean }

async function tellOver(tx: Queryable, { id, user_id, app_id, is_hidden }: Gone): Promise<void> {
  await tellWithdrawn(tx, { grantId: id, userId: user_id, appId: app_id }, 'person', alreadyIf(is_hidden))
  await endVisits(tx, user_id, app_id, null)
}

const alreadyIf = (isHidden: boolean) => (isHidden ? 'already' : undefined)

/** The person is forgotten. Mostly everybody was told when they asked for it; else it is told now, in the same way. */
export async function eraseGrantsOf(tx: Queryable, userId: string): Promise<void> {
  for (const { id, app_id, is_told, told_from } of await deleteErased(tx, userId)) {
    if (!is_told) await tellWithdrawn(tx, { grantId: id, userId, appId: app_id }, 'person', told_from)
  }
}

/**
 * A person who asks for their account to be deleted, or whom the operator suspends, is gone for every app at once: nothing
 * issued under their consents works, until they call it off by logging in, or the operator resumes them. Every statement that lets an app use a consent asks `isLive`.
 *
 * Companies that compare notes must not read the moment off their lists and mail servers, so each is told at a moment of
 * its own: until then the person is still listed there and their alias still known, and what is sent to it is kept and
 * not delivered. Coming back is told in the same way. @see lib/grants/shown.ts
 */
export async function suspendGrantsOf(tx: Queryable, userId: string, why: Suspension): Promise<void> {
  for (const { id, app_id, hidden_from } of await suspend(tx, userId, why)) {
    await tellWithdrawn(tx, { grantId: id, userId, appId: app_id }, 'person', hidden_from ?? 'already')
    // Before the sessions end, which would tell every app in the same second.
    await endVisits(tx, userId, app_id, hidden_from)
  }
}

/** The person came back: what waited is delivered, and who was told nothing never learns that anything was. */
export async function restoreGrantsOf(tx: Queryable, userId: string, why: Suspension): Promise<void> {
  for (const { id, app_id, granted_scopes, hidden_until } of await restore(tx, userId, why)) {
    const grant = { grantId: id, userId, appId: app_id, granted: granted_scopes }
    if (hidden_until !== null) await tellReturned(tx, grant, hidden_until)
    else if (!(await takeBackWithdrawn(tx, grant))) await tellReturned(tx, grant, await hideReturned(tx, id))
  }
}
