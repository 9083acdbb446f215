import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { numericDate } from '#lib/core/time'
import type { PresentationRequest, SignRequestObject } from '../types'
import { clientMetadata } from './client-metadata'

const LIFETIME_SECONDS = 300

/** What a wallet takes for itself. @see OpenID4VP 1.0 §5.8 */
const AUDIENCE = 'https://self-issued.me/v2'

/** A `wallet_nonce` that goes back into a request object: visible ASCII, at most 256 characters. @see OpenID4VP 1.0 §5.10 */
export const isWalletNonce = (text: string): boolean => /^[\x21-\x7e]{1,256}$/.test(text)

/**
 * The request as the wallet fetches it, for five minutes. Its media type is `application/oauth-authz-req+jwt`.
 * @see OpenID4VP 1.0 §5, §5.9.3, §5.10; HAIP 1.0 §5.1; RFC 9101 §10.8; RFC 7515 §4.1.6
 */
export const signRequestObject: SignRequestObject = (request, identity, { now, walletNonce }) => {
  const iat = numericDate(now)
  return new SignJWT({
    response_type: 'vp_token',
    response_mode: request.responseMode,
    client_id: request.clientId,
    nonce: request.nonce,
    dcql_query: request.query,
    client_metadata: clientMetadata(request),
    ...returnOf(request),
    aud: AUDIENCE,
    iat,
    exp: iat + LIFETIME_SECONDS,
    ...(walletNonce !== undefined && { wallet_nonce: walletNonce }),
  })
    .setProtectedHeader({ alg: 'ES256', typ: 'oauth-authz-req+jwt', x5c: identity.chain.map((der) => Buffer.from(der).toString('base64')) })
    .sign(createPrivateKey(identity.privateKey))
}

/** Where the answer goes: to an address, or to the page that asked. @see OpenID4VP 1.0 §8.2, Annex A.2 */
const returnOf = ({ responseUri, origin, state }: PresentationRequest) =>
  origin === null ? { response_uri: responseUri, state } : { expected_origins: [origin] }
