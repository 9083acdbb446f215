import { type Queryable, transaction } from '#lib/core/db'
import { log } from '#lib/core/log'
import { newIdOn, shardOf } from '#lib/core/shard'
import { newBounceId } from '#lib/relay/bounce/bounce-address'
import { newSubject } from '#lib/subjects/ensure-subject'
import { sealSubject } from '#lib/subjects/sealed-subject'
import { placeStaff } from './place-staff'
import {
  findAppsOf,
  findUnplaced,
  findUnplacedMails,
  findUnplacedSessions,
  placeMail,
  placePerson,
  placeSession,
  reissueSubject,
  renameBounces,
  renameGrant,
  type UnplacedPerson,
} from './placement-store'
import { lockUnsealed } from './unsealed-store'

const BATCH = 100

/**
 * Puts people of before on the shard that their id names, and staff on their company's: a migration has no keys to read it with. Their consents stay; `sub` and
 * aliases are given out anew, as the old ones say nothing of a shard. Every process does this before anything else, one at a time.
 * @returns how many were placed now
 */
export async function placeUnplaced(): Promise<number> {
  const placed = await inBatches(placePeople)
  await inBatches(placeMails)
  await inBatches(placeSessions)
  const members = await inBatches((tx) => placeStaff(tx, BATCH))
  if (members > 0) log.info({ members }, 'staff of before have a shard now')
  if (placed > 0) log.info({ placed }, 'people of before have a shard now')
  return placed
}

async function inBatches(place: (tx: Queryable) => Promise<number>): Promise<number> {
  for (let placed = 0; ; ) {
    const count = await transaction(place)
    placed += count
    if (count < BATCH) return placed
  }
}

/** Mail of ours for no person. */
async function placeMails(tx: Queryable): Promise<number> {
  await lockUnsealed(tx)
  const ids = await findUnplacedMails(tx, BATCH)
  for (const id of ids) await placeMail(tx, id, shardOf(id))
  return ids.length
}

/** Verifications of before. */
async function placeSessions(tx: Queryable): Promise<number> {
  await lockUnsealed(tx)
  const ids = await findUnplacedSessions(tx, BATCH)
  for (const id of ids) await placeSession(tx, id, shardOf(id))
  return ids.length
}

async function placePeople(tx: Queryable): Promise<number> {
  await lockUnsealed(tx)
  const people = await findUnplaced(tx, BATCH)
  for (const person of people) await place(tx, person)
  return people.length
}

async function place(tx: Queryable, { id: userId, data_key_sealed: dataKeySealed, master_key_id: masterKeyId }: UnplacedPerson): Promise<void> {
  const shard = shardOf(userId)
  await placePerson(tx, userId, shard)
  for (const { app_id: appId, grant_id: grantId } of await findAppsOf(tx, userId, shard)) {
    await reissueSubject(tx, userId, shard, appId, sealSubject({ userId, dataKeySealed, masterKeyId }, appId, newSubject(userId)))
    await renameBounces(tx, userId, appId, shard, newBounceId(shard))
    if (grantId) await renameGrant(tx, grantId, newIdOn('grt', shard), shard)
  }
}
