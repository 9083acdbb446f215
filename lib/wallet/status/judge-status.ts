import { numericDate } from '#lib/core/time'
import { judgePath } from '../certificates/judge-path'
import type { StatusReference } from '../proven'
import { demand, WalletRefusal } from '../refusals'
import type { StatusLists, TrustAnchor } from '../types'
import { readIdentifierList } from './read-identifier-list'
import { statusAt } from './read-status-list'
import { type JudgeChain, type ListToken, readCwtStatusList, readJwtToken } from './read-token'

const SKEW_SECONDS = 60

const VALID = 0
const INVALID = 1

type Rules = { anchors: readonly TrustAnchor[]; statusLists: StatusLists; now: Date }

/**
 * Whether the issuer still stands by the credential. A list is fetched whole, so nobody learns which one was looked up;
 * it is signed under an anchor of the same type, or under the certificate that the credential itself names.
 * @throws WalletRefusal `credential_revoked`, `credential_suspended`, `status_unavailable`
 * @see Token Status List §8.3; ISO/IEC 18013-5 §12.3.6
 */
export async function judgeStatus(status: StatusReference, { anchors, statusLists, now }: Rules): Promise<void> {
  const { uri, certificate } = status
  demand(typeof uri === 'string' && uri.startsWith('https://') && uri.length <= 2048, 'presentation_malformed', 'uri')
  const trusted = certificate === undefined ? anchors : [anchorOf(certificate)]
  const judgeChain: JudgeChain = (chain) => judgePath(chain, trusted, { now, extendedKeyUsage: null }).leaf.key
  const fetched = () =>
    statusLists(uri).catch((cause): never => {
      throw new WalletRefusal('status_unavailable', 'out of reach', { cause })
    })
  if ('index' in status) await judgeIndex(status.index, fetched, { uri, judgeChain, now })
  else await judgeIdentifier(status.identifier, fetched, { uri, judgeChain, now })
}

type Judging = { uri: string; judgeChain: JudgeChain; now: Date }

async function judgeIndex(index: unknown, fetched: () => Promise<Uint8Array>, { uri, judgeChain, now }: Judging) {
  demand(Number.isSafeInteger(index) && (index as number) >= 0, 'presentation_malformed', 'idx')
  const bytes = await fetched()
  const token = orUnavailable(() =>
    isCwt(bytes) ? readCwtStatusList(bytes, judgeChain) : readJwtToken(Buffer.from(bytes).toString('latin1').trim(), judgeChain),
  )
  judgeToken(token, uri, now)
  const value = statusAt(token.list, index as number)
  demand(value !== undefined, 'status_unavailable', 'beyond the list')
  demand(value !== INVALID, 'credential_revoked', 'INVALID')
  // What a value means that is not known is not "valid".
  demand(value === VALID, 'credential_suspended', 'neither VALID nor INVALID')
}

async function judgeIdentifier(identifier: unknown, fetched: () => Promise<Uint8Array>, { uri, judgeChain, now }: Judging) {
  demand(identifier instanceof Uint8Array && identifier.length > 0, 'presentation_malformed', 'id')
  const bytes = await fetched()
  const token = orUnavailable(() => readIdentifierList(bytes, judgeChain))
  judgeToken(token, uri, now)
  demand(token.expiresAt !== undefined, 'status_unavailable', 'exp')
  demand(!token.list.has(identifier), 'credential_revoked', 'listed')
}

/** What the issuer signed of who signs its list; a CA like any other. */
function anchorOf(certificate: unknown): TrustAnchor {
  demand(certificate instanceof Uint8Array, 'presentation_malformed', 'certificate')
  return { certificate, types: [], until: null, isPinned: false }
}

/** How a CWT begins; a JWT begins with a letter. @see RFC 9052 §2 */
const isCwt = (bytes: Uint8Array) => bytes[0] === 0xd2

function orUnavailable<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    throw new WalletRefusal('status_unavailable', cause instanceof WalletRefusal ? cause.detail : 'the list', { cause })
  }
}

function judgeToken(token: ListToken<unknown>, uri: string, now: Date) {
  const seconds = numericDate(now)
  const { issuedAt, expiresAt } = token
  demand(token.uri === uri, 'status_unavailable', 'sub')
  demand(typeof issuedAt === 'number' && issuedAt <= seconds + SKEW_SECONDS, 'status_unavailable', 'iat')
  demand(expiresAt === undefined || (typeof expiresAt === 'number' && expiresAt > seconds), 'status_unavailable', 'exp')
}
