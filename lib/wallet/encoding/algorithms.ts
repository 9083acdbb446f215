import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { demand, type RefusalCode, WalletRefusal } from '../refusals'
import { isObject, type JsonObject } from './json'

/** The curve of a key names the one algorithm that it signs with; COSE has two numbers for it. @see HAIP 1.0 §7; RFC 7518 §3.4; RFC 9053 §2.1; RFC 9864 §2.1 */
const CURVES = {
  'P-256': { node: 'prime256v1', jose: 'ES256', cose: [-7, -9], coseCurve: 1, hash: 'sha256' },
  'P-384': { node: 'secp384r1', jose: 'ES384', cose: [-35, -51], coseCurve: 2, hash: 'sha384' },
  'P-521': { node: 'secp521r1', jose: 'ES512', cose: [-36, -52], coseCurve: 3, hash: 'sha512' },
} as const

export type CurveName = keyof typeof CURVES
type Curve = (typeof CURVES)[CurveName]

/** What is offered to wallets. */
export const JOSE_ALGS = Object.values(CURVES).map(({ jose }) => jose)
export const COSE_ALGS = Object.values(CURVES).flatMap(({ cose }) => cose)

export const COSE_CURVES: Readonly<Record<number, CurveName>> = { 1: 'P-256', 2: 'P-384', 3: 'P-521' }

/** @returns undefined for a key of any other kind */
export const curveOf = (key: KeyObject): Curve | undefined =>
  Object.values(CURVES).find(({ node }) => key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === node)

/** @throws WalletRefusal `algorithm_not_allowed` unless `alg` is the one of this key */
export function requireAlgorithm(key: KeyObject, kind: 'jose' | 'cose', alg: unknown): Curve {
  const curve = curveOf(key)
  demand(curve !== undefined && ([curve[kind]].flat() as unknown[]).includes(alg), 'algorithm_not_allowed', 'alg')
  return curve
}

/** r and s side by side, as JOSE and COSE write them. @see RFC 7518 §3.4 */
export const isSignature = (key: KeyObject, { hash }: Curve, signed: Uint8Array, signature: Uint8Array): boolean =>
  verify(hash, signed, { key, dsaEncoding: 'ieee-p1363' }, signature)

/**
 * A public key on one of the three curves, out of its public parts alone.
 * @throws WalletRefusal `algorithm_not_allowed` for another kind of key, `code` for one that is none
 * @see RFC 7518 §6.2.1
 */
export function publicKeyOf(jwk: unknown, code: RefusalCode): KeyObject {
  demand(isObject(jwk), code, 'JWK')
  const { kty, crv, x, y }: JsonObject = jwk
  demand(kty === 'EC' && typeof crv === 'string' && Object.hasOwn(CURVES, crv) && jwk.d === undefined, 'algorithm_not_allowed', 'JWK')
  demand(typeof x === 'string' && typeof y === 'string', code, 'JWK')
  try {
    return createPublicKey({ format: 'jwk', key: { kty, crv, x, y } })
  } catch (cause) {
    throw new WalletRefusal(code, 'JWK', { cause })
  }
}
