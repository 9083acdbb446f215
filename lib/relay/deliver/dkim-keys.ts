import { createPrivateKey, generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { base32 } from '#lib/core/base32'
import { env } from '#lib/core/env'
import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import { type DkimKeyRow, findDkimKeys, findSigningDkimKey, insertFirstDkimKey, insertNextDkimKey, type NewDkimKey } from '../store/dkim-keys'
import type { DkimSigner } from './dkim-signature'

const BITS = 2048
const REMEMBER_MS = 60_000

const place = (selector: string): Place => ({ table: 'dkim_keys', row: selector, column: 'private_key_sealed' })

let remembered: { signer: Promise<DkimSigner>; until: number } | undefined

/** What signs what leaves now, forwarded mail and our own. Made on first use. */
export function dkimSigner(): Promise<DkimSigner> {
  if (remembered && remembered.until > Date.now()) return remembered.signer
  const signer = loadSigner()
  remembered = { signer, until: Date.now() + REMEMBER_MS }
  signer.catch(() => {
    remembered = undefined
  })
  return signer
}

async function loadSigner(): Promise<DkimSigner> {
  const { selector, private_key_sealed, master_key_id } = await ensureKey()
  const der = openWithMasterKey(private_key_sealed, master_key_id, place(selector))
  return { domain: env().ALIAS_DOMAIN, selector, key: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) }
}

async function ensureKey(): Promise<DkimKeyRow> {
  const known = await findSigningDkimKey()
  if (known) return known
  await insertFirstDkimKey(await makeKey())
  const row = await findSigningDkimKey()
  if (!row) throw new Error('no DKIM key')
  return row
}

/** The key that is to follow; made unless one waits already. */
export async function ensureNextKey(): Promise<{ next: DkimKeyRow; isNew: boolean }> {
  await ensureKey()
  const waiting = async () => (await findDkimKeys()).find(({ signs_from }) => signs_from === null)
  const known = await waiting()
  if (known) return { next: known, isNew: false }
  await insertNextDkimKey(await makeKey())
  const next = await waiting()
  if (!next) throw new Error('no next DKIM key')
  return { next, isNew: true }
}

async function makeKey(): Promise<NewDkimKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: BITS })
  const selector = `signet-${new Date().toISOString().slice(0, 10).replaceAll('-', '')}-${base32(randomBytes(2))}`
  const { sealed, masterKeyId } = sealWithMasterKey(privateKey.export({ type: 'pkcs8', format: 'der' }), place(selector))
  const publicText = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return { selector, public_key: publicText, private_key_sealed: sealed, master_key_id: masterKeyId }
}

export type DkimRecord = { name: string; value: string }

/** Name and value of the TXT record that lets others check a key's signatures for a domain. @see RFC 6376 §3.6.1 */
export const recordOf = ({ selector, public_key }: Pick<DkimKeyRow, 'selector' | 'public_key'>, domain: string): DkimRecord => ({
  name: `${selector}._domainkey.${domain}`,
  value: `v=DKIM1; k=rsa; p=${public_key}`,
})

/** The record of the key that signs now. */
export const dkimRecord = async (domain: string): Promise<DkimRecord> => recordOf(await ensureKey(), domain)

/** Every key whose record is to be published: the one that signs, the one that will, those that did until lately. */
export async function publishedKeys(): Promise<DkimKeyRow[]> {
  await ensureKey()
  return findDkimKeys()
}
