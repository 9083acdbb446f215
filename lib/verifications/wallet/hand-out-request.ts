import { isId } from '#lib/core/random-id'
import { verifierIdentity } from '#lib/wallet/identity/verifier-identity'
import { isWalletNonce, signRequestObject } from '#lib/wallet/request/sign-request-object'
import { openQuestion } from './question'
import { fetchQuestion } from './store'

/**
 * The signed request object, for a wallet that followed the link: a few times, while nobody answered.
 * @returns null for whatever is not to be had
 * @see OpenID4VP 1.0 §5.10
 */
export async function handOutRequest(id: string, walletNonce: string | undefined): Promise<string | null> {
  const identity = await verifierIdentity()
  if (!identity || !isId('wrq', id) || (walletNonce !== undefined && !isWalletNonce(walletNonce))) return null
  const kept = await fetchQuestion(id)
  return kept && signRequestObject(openQuestion(id, kept).request, identity, { now: new Date(), walletNonce })
}
