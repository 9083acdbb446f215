import { type EndedBy, findEnding } from '#lib/grants/ended-store'
import type { Reason } from '../reasons'
import { findTokenFault } from './fault-store'

type Kind = 'code' | 'refresh_token' | 'access_token'

const ENDINGS = {
  code: { withdrawn: 'grant_withdrawn', replayed: 'grant_deleted_by_replay', superseded: 'code_superseded' },
  refresh_token: {
    withdrawn: 'grant_withdrawn',
    replayed: 'grant_deleted_by_replay',
    revoked: 'refresh_token_revoked',
    narrowed: 'offline_access_lost',
  },
  access_token: {
    withdrawn: 'access_token_of_withdrawn_grant',
    replayed: 'access_token_of_replayed_grant',
    revoked: 'access_token_revoked',
  },
} as const satisfies Record<Kind, Partial<Record<EndedBy, Reason>>>

/**
 * Why a secret of ours opens nothing any more, as far as it can be told. Asked once the refusal is certain: what succeeds
 * never pays for it, and the answer on the wire does not depend on it.
 * @param hashes none when it cannot be one of ours
 */
export async function whatBecameOf(kind: Kind, hashes: Buffer[]): Promise<Reason> {
  if (hashes.length === 0) return `${kind}_malformed`
  const fault = kind === 'access_token' ? await findTokenFault(hashes) : null
  if (fault) return fault
  const endings: Partial<Record<EndedBy, Reason>> = ENDINGS[kind]
  const ending = await findEnding(hashes)
  return (ending && endings[ending]) ?? `${kind}_unknown`
}
