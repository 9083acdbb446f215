import { byteKey, type Limits } from '../encoding/cbor'
import { mapOf } from '../encoding/read-cbor'
import { type JudgeChain, type ListToken, readCwtToken } from './read-token'

/** Identifiers of what was revoked; what is not in it stands. */
export type IdentifierList = { has(identifier: Uint8Array): boolean }

/** Of a CWT. @see ISO/IEC 18013-5 §12.3.6.4 */
const IDENTIFIER_LIST = 65530

/** As many as fit into the bytes that are fetched at most: an identifier and what is said of it. */
export const LIST_LIMITS: Limits = { maxItems: 1_000_000, hasByteKeys: true }

/** `identifierlist+cwt`. @throws whatever is wrong with it @see ISO/IEC 18013-5 §12.3.6.3, §12.3.6.4 */
export const readIdentifierList = (bytes: Uint8Array, judgeChain: JudgeChain): ListToken<IdentifierList> =>
  readCwtToken(
    bytes,
    judgeChain,
    'identifierlist+cwt',
    (claims) => {
      const identifiers = mapOf(mapOf(claims.get(IDENTIFIER_LIST), 'IdentifierList').get('identifiers'), 'identifiers')
      return { has: (identifier) => identifiers.has(byteKey(identifier)) }
    },
    LIST_LIMITS,
  )
