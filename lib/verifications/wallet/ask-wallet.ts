import { env } from '#lib/core/env'
import { blindIndex } from '#lib/core/sealed'
import { newIdOn, shardOf } from '#lib/core/shard'
import { isWalletField } from '#lib/wallet/catalogue'
import { identityFor } from '#lib/wallet/identity/verifier-identity'
import { createPresentationRequest } from '#lib/wallet/request/create-request'
import { keyIdentifiersOf } from '#lib/wallet/trust/key-identifiers'
import type { PresentationRequest } from '#lib/wallet/types'
import { asOwner, type Visitor } from '../page/visitor'
import { isTried } from '../specimens'
import { WALLET_SECONDS } from './lifecycle'
import { typesFor } from './offer'
import { portsFor } from './ports-for'
import { sealQuestion } from './question'
import { replaceWalletRequest } from './store'

export const requestUri = (id: string) => `${env().BASE_URL}/wallet/request/${id}`
const responseUri = (id: string) => `${env().BASE_URL}/wallet/response/${id}`

/** How a browser that began a question is known again. */
export const walletBrowserHash = (browserSecret: string) => blindIndex('capture', `wallet ${browserSecret}`)

export type AskedWallet = { id: string; request: PresentationRequest; isTried: boolean }

/**
 * A new question to a wallet, with everything in it new, in place of the one before. Whatever the one before could still
 * have been answered with is worth nothing.
 * @param isByBrowser whether the browser itself asks, by the Digital Credentials API
 * @returns null when the session waits for no wallet, or no wallet could answer it
 */
export async function askWallet(visitor: Visitor, browserSecret: string, isByBrowser = false): Promise<AskedWallet | null> {
  let asked: AskedWallet | null = null
  await asOwner(visitor, ['in_progress'], async (tx, session) => {
    const identity = await identityFor(isTried(session))
    const id = newIdOn('wrq', shardOf(session.id))
    const channel = isByBrowser
      ? ({ responseMode: 'dc_api.jwt', origin: env().BASE_URL } as const)
      : ({ responseMode: env().WALLET_RESPONSE_MODE, responseUri: responseUri(id) } as const)
    const fields = session.fields.filter(isWalletField)
    const types = typesFor(session, isTried(session))
    const authorities =
      env().WALLET_AUTHORITIES === 'aki' ? await keyIdentifiersOf(types, portsFor({ isTried: isTried(session) }).trustAnchors) : undefined
    const asking = identity && types.length > 0 ? { clientId: identity.clientId, fields, types, authorities, channel } : null
    const request = asking && (await createPresentationRequest(asking))
    if (!request) return
    const { sealed, masterKeyId } = sealQuestion(id, { request, pageToken: visitor.token, isTried: isTried(session) })
    const row = { id, sessionId: session.id, isByBrowser, requestSealed: sealed, masterKeyId, browserHash: walletBrowserHash(browserSecret) }
    await replaceWalletRequest(tx, row, WALLET_SECONDS)
    asked = { id, request, isTried: isTried(session) }
  })
  return asked
}
