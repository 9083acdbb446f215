import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { cose, isoCBOR } from '@simplewebauthn/server/helpers'
import type { NewPasskey } from '#lib/accounts/credentials/store'
import { keepFirstPasskey } from '#lib/accounts/passkeys/keep-first-passkey'
import { relyingParty } from '#lib/accounts/passkeys/relying-party'

/**
 * A passkey with its private key, as virtual authenticators take it; binary values in base64.
 * @see Chrome DevTools Protocol, WebAuthn.Credential
 */
export type DemoPasskey = {
  credentialId: string
  isResidentCredential: true
  rpId: string
  /** PKCS#8. */
  privateKey: string
  /** Whose it is: by this it is found. */
  userHandle: string
  signCount: number
}

const CREDENTIAL_ID_BYTES = 16

/** A key pair on P-256 for this host name. Its private half is a company's own to keep: it opens an account of nobody. @see RFC 9053 §2.1 */
export function newDemoPasskey(): Omit<DemoPasskey, 'userHandle'> & { publicKey: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const key = new Map<number, number | Uint8Array>([
    [cose.COSEKEYS.kty, cose.COSEKTY.EC2],
    [cose.COSEKEYS.alg, cose.COSEALG.ES256],
    [cose.COSEKEYS.crv, cose.COSECRV.P256],
    [cose.COSEKEYS.x, new Uint8Array(Buffer.from(x, 'base64url'))],
    [cose.COSEKEYS.y, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
  return {
    credentialId: randomBytes(CREDENTIAL_ID_BYTES).toString('base64'),
    isResidentCredential: true,
    rpId: relyingParty().rpID,
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    signCount: 0,
    publicKey: Buffer.from(isoCBOR.encode(key)).toString('base64'),
  }
}

/** Gives the invented person their passkey, in the transaction that makes them. */
export function keepDemoPasskey(id: string, { credentialId, publicKey }: Pick<DemoPasskey, 'credentialId'> & { publicKey: string }) {
  const passkey: NewPasskey = {
    credentialId: Buffer.from(credentialId, 'base64').toString('base64url'),
    publicKey: new Uint8Array(Buffer.from(publicKey, 'base64')),
    counter: 0,
    transports: ['internal'],
    device: null,
  }
  return keepFirstPasskey({ realm: 'person', id }, passkey)
}
