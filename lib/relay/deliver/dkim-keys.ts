import { createPrivateKey, generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import { env } from '#lib/core/env'
import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import { type DkimKeyRow, findDkimKey, insertFirstDkimKey } from '../store/dkim-keys'
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
  const known = await findDkimKey()
  if (known) return known
  await insertFirstDkimKey(await makeKey())
  const row = await findDkimKey()
  if (!row) throw new Error('no DKIM key')
  return row
}

async function makeKey(): Promise<DkimKeyRow> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: BITS })
  const selector = `signet-${new Date().toISOString().slice(0, 10).replaceAll('-', '')}`
  const { sealed, masterKeyId } = sealWithMasterKey(privateKey.export({ type: 'pkcs8', format: 'der' }), place(selector))
  const publicText = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  return { selector, public_key: publicText, private_key_sealed: sealed, master_key_id: masterKeyId }
}

/** Name and value of the TXT record that lets others check our signatures for a domain. @see RFC 6376 §3.6.1 */
export async function dkimRecord(domain: string): Promise<{ name: string; value: string }> {
  const { selector, public_key } = await ensureKey()
  return { name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${public_key}` }
}
