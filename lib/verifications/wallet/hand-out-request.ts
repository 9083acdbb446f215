import { isId } from '#lib/core/random-id'
import { identityFor } from '#lib/wallet/identity/verifier-identity'
import { isWalletNonce, signRequestObject } from '#lib/wallet/request/sign-request-object'
import { openQuestion } from './question'
import { fetchQuestion } from './store'

/**
 * The signed request object, for a wallet that followed the link: a few times, while nobody answered.
 * @returns null for whatever is not to be had
 * @see OpenID4VP 1.0 §5.10
 */
export async function handOutRequest(id: string, walletNonce: string | undefined): Promise<string | null> {
  if (!isId('wrq', id) || (walletNonce !== undefined && !isWalletNonce(walletNonce))) return null
  const kept = await fetchQuestion(id)
  const question = kept && openQuestion(id, kept)
  const identity = question && (await identityFor(question.isTried ?? false))
  return identity && signRequestObject(question.request, identity, { now: new Date(), walletNonce })
}
