import { createECDH, hkdfSync } from 'node:crypto'
import { currentKey } from '#lib/core/keyring'

const { subtle } = globalThis.crypto
const ALG = { name: 'ECDSA', namedCurve: 'P-256' }
const SCALAR_BYTES = 32

/** A key pair by its name, the same in every process: nothing of it is kept anywhere. @see RFC 5869 */
export async function derivedKeyPair(name: string): Promise<CryptoKeyPair> {
  const jwk = { kty: 'EC', crv: 'P-256', ...pointOf(name) }
  const { d: _, ...open } = jwk
  const [privateKey, publicKey] = await Promise.all([
    subtle.importKey('jwk', jwk, ALG, true, ['sign']),
    subtle.importKey('jwk', open, ALG, true, ['verify']),
  ])
  return { privateKey, publicKey }
}

function pointOf(name: string): { d: string; x: string; y: string } {
  const { key } = currentKey('specimen')
  const curve = createECDH('prime256v1')
  // Of 2^32 numbers one is none of the curve's, and the next is taken.
  for (let nth = 0; ; nth++) {
    const scalar = Buffer.from(hkdfSync('sha256', key, '', `${name} ${nth}`, SCALAR_BYTES))
    try {
      curve.setPrivateKey(scalar)
    } catch {
      continue
    }
    const point = curve.getPublicKey()
    const part = (from: number) => point.subarray(from, from + SCALAR_BYTES).toString('base64url')
    return { d: scalar.toString('base64url'), x: part(1), y: part(1 + SCALAR_BYTES) }
  }
}
