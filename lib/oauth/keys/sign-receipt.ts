import { FlattenedSign } from 'jose'
import { env } from '#lib/core/env'
import type { Receipt } from '#lib/receipts/receipt'
import { currentSigner } from './keys'

/**
 * A receipt signed with the key that signs id_tokens now, so that it can be checked with the published key set. Its own
 * `typ` keeps it from being taken for an id_token. @see RFC 7515 §7.2.2, RFC 8725 §3.11
 */
export async function signReceipt(receipt: Receipt) {
  const { kid, alg, key } = await currentSigner('RS256')
  const payload = new TextEncoder().encode(JSON.stringify({ iss: env().BASE_URL, ...receipt }))
  return new FlattenedSign(payload).setProtectedHeader({ alg, kid, typ: 'consent-receipt+json' }).sign(key)
}
