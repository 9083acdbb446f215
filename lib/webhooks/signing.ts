import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { SignatureKind } from './schema'

/**
 * Secrets and signatures of Standard Webhooks: `whsec_` is a secret that both sides have, `whsk_` and `whpk_` the halves
 * of an Ed25519 key, in base64.
 * @see Standard Webhooks, Signature scheme
 */
const SYMMETRIC = 'whsec_'
const PRIVATE = 'whsk_'
const PUBLIC = 'whpk_'

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8. @see RFC 8410 §7 */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

export function newSigningSecret(kind: SignatureKind): string {
  if (kind === 'v1') return SYMMETRIC + randomBytes(32).toString('base64')
  const { privateKey } = generateKeyPairSync('ed25519')
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' })
  return PRIVATE + Buffer.concat([Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')]).toString('base64')
}

const bytesOf = (secret: string) => Buffer.from(secret.slice(secret.indexOf('_') + 1), 'base64')

/** The half that anybody may have; null for a secret that both sides have. */
export const publicKeyOf = (secret: string): string | null =>
  secret.startsWith(PRIVATE) ? PUBLIC + bytesOf(secret).subarray(32).toString('base64') : null

/** @returns the signature with its version, such as `v1,K5o…` */
function signOne(secret: string, content: string): string {
  if (!secret.startsWith(PRIVATE)) return `v1,${createHmac('sha256', bytesOf(secret)).update(content).digest('base64')}`
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, bytesOf(secret).subarray(0, 32)]), format: 'der', type: 'pkcs8' })
  return `v1a,${sign(null, Buffer.from(content), key).toString('base64')}`
}

/** The headers of one request. @param secrets after a rotation the new one and the one before */
export function signedHeaders(secrets: readonly string[], id: string, seconds: number, body: string): Record<string, string> {
  const content = `${id}.${seconds}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': secrets.map((secret) => signOne(secret, content)).join(' '),
  }
}
