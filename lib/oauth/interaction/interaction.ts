import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import { newIdOn, shardOfHash } from '#lib/core/shard'
import { INTERACTION_SECONDS } from '../lifetimes'
import { type AuthorizationRequest, authorizationRequest } from '../schema'
import { findInteraction, insertInteraction } from './store'

const place = (id: string): Place => ({ table: 'interactions', row: id, column: 'request_sealed' })

/** An authorization request that waits for a person to log in, to choose an account or to decide. */
export type Interaction = {
  id: string
  clientId: string
  request: AuthorizationRequest
  createdAt: Date
  /** The session the person chose to go on with, after `prompt=select_account`. */
  chosenSessionHash: Buffer | null
  isDenied: boolean
  pushedHash: Buffer | null
}

/**
 * Keeps a request for an hour. It is sealed whole: a login hint or a state may hold personal data.
 * @param pushedHash of the pushed request it came from
 * @returns its id; null when that request is spent
 */
export async function beginInteraction(appId: string, request: AuthorizationRequest, pushedHash: Buffer | null = null): Promise<string | null> {
  const id = newIdOn('int', pushedHash ? shardOfHash(pushedHash) : undefined)
  const { sealed, masterKeyId } = sealWithMasterKey(Buffer.from(JSON.stringify(request)), place(id))
  const isKept = await insertInteraction({ id, appId, requestSealed: sealed, masterKeyId, pushedHash }, INTERACTION_SECONDS)
  return isKept ? id : null
}

/** @returns null when it is unknown, expired or was answered a while ago */
export async function readInteraction(id: string): Promise<Interaction | null> {
  if (!/^int_[0-9A-Za-z]{22}$/.test(id)) return null
  const row = await findInteraction(id)
  if (!row) return null
  const request = authorizationRequest.parse(JSON.parse(openWithMasterKey(row.requestSealed, row.masterKeyId, place(id)).toString()))
  const { clientId, createdAt, chosenSessionHash, isDenied, pushedHash } = row
  return { id, clientId, request, createdAt, chosenSessionHash, isDenied, pushedHash }
}
