import { numericDate } from '#lib/core/time'
import { judgePath } from '../certificates/judge-path'
import type { Proven } from '../proven'
import { demand, WalletRefusal } from '../refusals'
import type { StatusLists, TrustAnchor } from '../types'
import { statusAt } from './read-status-list'
import { readCwtToken, readJwtToken, type StatusToken } from './read-token'

const SKEW_SECONDS = 60

const VALID = 0
const INVALID = 1

type Rules = { anchors: readonly TrustAnchor[]; statusLists: StatusLists; now: Date }

/**
 * Whether the issuer still stands by the credential. A list is fetched whole, so nobody learns which one was looked up;
 * it is signed under an anchor of the same type.
 * @throws WalletRefusal `credential_revoked`, `credential_suspended`, `status_unavailable`
 * @see Token Status List §8.3
 */
export async function judgeStatus(status: Proven['status'], { anchors, statusLists, now }: Rules): Promise<void> {
  if (status === null) return
  const { index, uri } = status
  demand(Number.isSafeInteger(index) && (index as number) >= 0, 'presentation_malformed', 'idx')
  demand(typeof uri === 'string' && uri.startsWith('https://') && uri.length <= 2048, 'presentation_malformed', 'uri')
  const bytes = await statusLists(uri).catch((cause) => {
    throw new WalletRefusal('status_unavailable', 'out of reach', { cause })
  })
  const token = readToken(bytes, anchors, now)
  judgeToken(token, uri, now)
  const value = statusAt(token.list, index as number)
  demand(value !== undefined, 'status_unavailable', 'beyond the list')
  demand(value !== INVALID, 'credential_revoked', 'INVALID')
  // What a value means that is not known is not "valid".
  demand(value === VALID, 'credential_suspended', 'neither VALID nor INVALID')
}

/** How a CWT begins; a JWT begins with a letter. @see RFC 9052 §2 */
const SIGN1_TAG = 0xd2

function readToken(bytes: Uint8Array, anchors: readonly TrustAnchor[], now: Date): StatusToken {
  const judgeChain = (chain: readonly Uint8Array[]) => judgePath(chain, anchors, { now, extendedKeyUsage: null }).leaf.key
  try {
    return bytes[0] === SIGN1_TAG ? readCwtToken(bytes, judgeChain) : readJwtToken(Buffer.from(bytes).toString('latin1').trim(), judgeChain)
  } catch (cause) {
    throw new WalletRefusal('status_unavailable', cause instanceof WalletRefusal ? cause.detail : 'the list', { cause })
  }
}

function judgeToken(token: StatusToken, uri: string, now: Date) {
  const seconds = numericDate(now)
  const { issuedAt, expiresAt } = token
  demand(token.uri === uri, 'status_unavailable', 'sub')
  demand(typeof issuedAt === 'number' && issuedAt <= seconds + SKEW_SECONDS, 'status_unavailable', 'iat')
  demand(expiresAt === undefined || (typeof expiresAt === 'number' && expiresAt > seconds), 'status_unavailable', 'exp')
}
