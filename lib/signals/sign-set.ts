import { SignJWT } from 'jose'
import { env } from '#lib/core/env'
import { numericDate } from '#lib/core/time'
import { currentSigner } from '#lib/oauth/keys/keys'
import { payloadOf, type SignalData } from './judge-signal'
import { STREAM_UPDATED, VERIFICATION } from './signals'

/** A signal as a stream has it. */
export type Signal = { jti: string; uri: string; data: SignalData; at: Date; companyId: string; streamId: string }

const MINUTE_MS = 60_000

/** Of the event in the company's log, where there is one: what came of one thing shares it. */
const transactionOf = (jti: string) => jti.replace(/\..*$/, '')

/**
 * The claims of a security event token. Its subject is the person as one app knows them, or the stream itself; its time
 * is the minute at which it is told, the same at every try.
 * @see RFC 8417 §2.2, OpenID Shared Signals Framework 1.0 §4
 */
export function claimsOfSet({ jti, uri, data, at, companyId, streamId }: Signal) {
  const iat = numericDate(new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS))
  const iss = env().BASE_URL
  const isOfStream = uri === VERIFICATION || uri === STREAM_UPDATED
  return {
    iss,
    aud: companyId,
    iat,
    jti,
    txn: transactionOf(jti),
    sub_id: isOfStream ? { format: 'opaque', id: streamId } : { format: 'iss_sub', iss, sub: data.sub ?? '' },
    events: { [uri]: payloadOf(uri, data, iat) },
  }
}

/** The same, signed with the key of id_tokens; typed, so that nothing takes it for one. @see RFC 8417 §2.3 */
export async function signSet(signal: Signal): Promise<string> {
  const { kid, alg, key } = await currentSigner('RS256')
  return new SignJWT(claimsOfSet(signal)).setProtectedHeader({ alg, kid, typ: 'secevent+jwt' }).sign(key)
}
