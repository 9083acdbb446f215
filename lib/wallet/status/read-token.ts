import type { KeyObject } from 'node:crypto'
import { bytesOf, certificateBytes } from '../encoding/base64url'
import { type CborMap, type Limits, Tagged } from '../encoding/cbor'
import { readSign1, verifySign1 } from '../encoding/cose'
import { isObject } from '../encoding/json'
import { readJws, verifyJws } from '../encoding/jws'
import { cborOf, mapOf, octetsOf } from '../encoding/read-cbor'
import { demand } from '../refusals'
import { readStatusList, type StatusList } from './read-status-list'

/** Who signed, as the token says: their certificates → the key, where the operator trusts them. */
export type JudgeChain = (chain: readonly Uint8Array[]) => KeyObject

/** A list whose signature was checked, and what it says of itself. */
export type ListToken<List> = { list: List; uri: unknown; issuedAt: unknown; expiresAt: unknown }

const CODE = 'status_unavailable'

/** `statuslist+jwt`. @throws whatever is wrong with it @see Token Status List §5.1 */
export function readJwtToken(text: string, judgeChain: JudgeChain): ListToken<StatusList> {
  const jws = readJws(text, CODE)
  const { typ, x5c } = jws.header
  demand(typ === 'statuslist+jwt' && Array.isArray(x5c), CODE, 'header')
  verifyJws(jws, judgeChain(x5c.map((one) => certificateBytes(String(one), CODE))), CODE)
  const { status_list: list, sub, iat, exp } = jws.payload
  demand(isObject(list) && typeof list.lst === 'string', CODE, 'status_list')
  return { list: readStatusList(list.bits, bytesOf(list.lst, CODE)), uri: sub, issuedAt: iat, expiresAt: exp }
}

/** Labels of a CWT and of COSE headers. @see RFC 8392 §4; RFC 9052 §3.1; RFC 9360 §2; Token Status List §5.2, §14.5 */
const LABEL = { sub: 2, exp: 4, iat: 6, statusList: 65533, typ: 16, x5chain: 33, sign1: 18 }

/** `statuslist+cwt`. @throws whatever is wrong with it @see Token Status List §5.2 */
export const readCwtStatusList = (bytes: Uint8Array, judgeChain: JudgeChain): ListToken<StatusList> =>
  readCwtToken(bytes, judgeChain, 'statuslist+cwt', (claims) => {
    const list = mapOf(claims.get(LABEL.statusList), 'status_list')
    return readStatusList(list.get('bits'), octetsOf(list.get('lst'), 'lst'))
  })

/**
 * A list in a signed CWT of some type, with or without `application/` before it.
 * @throws whatever is wrong with it
 * @see Token Status List §5.2; ISO/IEC 18013-5 §12.3.6.3
 */
export function readCwtToken<List>(
  bytes: Uint8Array,
  judgeChain: JudgeChain,
  type: string,
  listOf: (claims: CborMap) => List,
  limits?: Limits,
): ListToken<List> {
  const outer = cborOf(bytes, 'CWT')
  demand(outer instanceof Tagged && outer.tag === LABEL.sign1, CODE, 'CWT')
  const sign1 = readSign1(outer.value, 'CWT')
  const typ = sign1.headers.get(LABEL.typ)
  demand(typ === type || typ === `application/${type}`, CODE, 'typ')
  const chain = sign1.headers.get(LABEL.x5chain) ?? sign1.open.get(LABEL.x5chain)
  const key = judgeChain((Array.isArray(chain) ? chain : [chain]).map((der) => octetsOf(der, 'x5chain')))
  const payload = octetsOf(sign1.payload ?? undefined, 'CWT')
  verifySign1(sign1, key, payload, CODE)
  const claims = mapOf(cborOf(payload, 'CWT', limits), 'CWT')
  return { list: listOf(claims), uri: claims.get(LABEL.sub), issuedAt: claims.get(LABEL.iat), expiresAt: claims.get(LABEL.exp) }
}
