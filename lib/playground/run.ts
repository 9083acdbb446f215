import { blindIndex, openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import { hashOn, randomForUs, shardForUs, shardOfHash } from '#lib/core/shard'
import type { SealedRun } from './store'

/** What the playground remembers while the browser is away. The secret is the one staff entered, for one token request. */
export type Run = { verifier: string; nonce: string; clientSecret: string | null; authorizeUrl: string }

export const RUN_SECONDS = 10 * 60

/** Says on which shard the run is, that of the session. */
export const newState = (sessionHash: Buffer) => randomForUs(shardOfHash(sessionHash), 'playground', 43)

export const hashOfState = (state: string) => hashOn(shardForUs('playground', state), blindIndex('session', `playground ${state}`))

const placeOf = (stateHash: Buffer): Place => ({ table: 'playground_runs', row: stateHash.toString('base64url'), column: 'content_sealed' })

export function sealRun(stateHash: Buffer, run: Run): SealedRun {
  const { sealed, masterKeyId } = sealWithMasterKey(Buffer.from(JSON.stringify(run)), placeOf(stateHash))
  return { contentSealed: sealed, masterKeyId }
}

export const openRun = (stateHash: Buffer, { contentSealed, masterKeyId }: SealedRun): Run =>
  JSON.parse(openWithMasterKey(contentSealed, masterKeyId, placeOf(stateHash)).toString())
