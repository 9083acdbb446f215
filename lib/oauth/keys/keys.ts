import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import { findEveryPublicKey, findPublishedKeys, findSigningKey, insertFirstKey } from './store'

/**
 * The keys that sign id_tokens. The schedule stands in the database long before a key takes over, so a process may
 * remember it for a while: a key is published before it signs and stays published after it stopped.
 */
export const SIGNING_ALGS = ['RS256', 'ES256'] as const

export type SigningAlg = (typeof SIGNING_ALGS)[number]

type Signer = { kid: string; alg: SigningAlg; key: CryptoKey }

const REMEMBER_MS = 10_000
const place = (kid: string): Place => ({ table: 'signing_keys', row: kid, column: 'private_jwk_sealed' })

const remembered = new Map<SigningAlg, { signer: Promise<Signer>; until: number }>()

export function currentSigner(alg: SigningAlg): Promise<Signer> {
  const known = remembered.get(alg)
  if (known && known.until > Date.now()) return known.signer
  const signer = loadSigner(alg)
  remembered.set(alg, { signer, until: Date.now() + REMEMBER_MS })
  signer.catch(() => remembered.delete(alg))
  return signer
}

async function loadSigner(alg: SigningAlg): Promise<Signer> {
  const row = (await findSigningKey(alg)) ?? (await createFirstKey(alg))
  const jwk = JSON.parse(openWithMasterKey(row.privateJwkSealed, row.masterKeyId, place(row.kid)).toString()) as JWK
  return { kid: row.kid, alg, key: (await importJWK(jwk, alg)) as CryptoKey }
}

async function createFirstKey(alg: SigningAlg) {
  await insertFirstKey(await makeSigningKey(alg))
  const row = await findSigningKey(alg)
  if (!row) throw new Error(`no ${alg} signing key`)
  return row
}

/** A new key pair, its private half sealed under the master key. `kid` is the JWK thumbprint. @see RFC 7638 */
export async function makeSigningKey(alg: SigningAlg) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true, modulusLength: 2048 })
  const publicJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(publicJwk)
  const { sealed, masterKeyId } = sealWithMasterKey(Buffer.from(JSON.stringify(await exportJWK(privateKey))), place(kid))
  return { kid, alg, publicJwk: { ...publicJwk, kid, alg, use: 'sig' }, privateJwkSealed: sealed, masterKeyId }
}

/** The JWK Set: every key that signs, will sign or has signed a token that may still be looked at. @see RFC 7517 §5 */
export async function jsonWebKeySet(): Promise<{ keys: JWK[] }> {
  // Both first keys are made before anybody looks, so that none is ever new to somebody who looked before.
  await Promise.all(SIGNING_ALGS.map(currentSigner))
  return { keys: await findPublishedKeys() }
}

/** Also those that are published no more: to know an old token of ours again. */
export const everyPublicKey = async (): Promise<{ keys: JWK[] }> => ({ keys: await findEveryPublicKey() })
