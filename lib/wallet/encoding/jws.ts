import type { KeyObject } from 'node:crypto'
import { demand, type RefusalCode } from '../refusals'
import { isSignature, requireAlgorithm } from './algorithms'
import { bytesOf } from './base64url'
import { type JsonObject, readJsonObject } from './json'

/** A compact JWS, read and not yet verified. */
export type Jws = { header: JsonObject; payload: JsonObject; signed: string; signature: Uint8Array }

/** Three parts, each canonical; header and payload objects with no name twice; nothing critical. @see RFC 7515 §3.1, §4.1.11, §5.2 */
export function readJws(text: string, code: RefusalCode): Jws {
  const parts = text.split('.')
  demand(parts.length === 3, code, 'JWS')
  const [header = '', payload = '', signature = ''] = parts
  const read = { header: readJsonObject(bytesOf(header, code), code), payload: readJsonObject(bytesOf(payload, code), code) }
  demand(read.header.crit === undefined && read.header.b64 === undefined, code, 'crit')
  return { ...read, signed: `${header}.${payload}`, signature: bytesOf(signature, code) }
}

/** The header's algorithm has to be the key's own. @throws WalletRefusal `algorithm_not_allowed`, or `code` */
export function verifyJws({ header, signed, signature }: Jws, key: KeyObject, code: RefusalCode): void {
  const curve = requireAlgorithm(key, 'jose', header.alg)
  demand(isSignature(key, curve, Buffer.from(signed), signature), code, 'JWS')
}
