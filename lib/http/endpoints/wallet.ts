import { AppError, UnavailableError } from '#lib/core/errors'
import { handOutRequest } from '#lib/verifications/wallet/hand-out-request'
import { takeAnswer } from '#lib/verifications/wallet/take-answer'
import { walletPorts } from '#lib/wallet/wallet-ports'
import { codingFault, isForm, MAX_BODY_BYTES } from '../body'
import { type EndpointStyle, endpoint, type Handler } from '../endpoint'
import { type HttpReply, type HttpRequest, json } from '../message'

/** Room for an encrypted answer: presentations come with certificates. Spec: Wallets, checks */
const MAX_RESPONSE_BYTES = 1_000_000

const UTF8 = /^utf-?8$/i

/** A wallet learns nothing of why: whoever holds it reads it on their own page. */
const refused = (): HttpReply => json({ error: 'invalid_request' }, 400)

const STYLE: EndpointStyle = {
  present: (error) => {
    if (error instanceof UnavailableError) return json({ error: 'temporarily_unavailable' }, 503, { 'Retry-After': '2' })
    return error instanceof AppError ? refused() : json({ error: 'server_error' }, 500)
  },
  methodNotAllowed: (allow) => json({ error: 'invalid_request' }, 405, { Allow: allow }),
  headers: { 'Cache-Control': 'no-store' },
}

/** The parameters of a form, each at most once; null where it is no such form. @see RFC 6749 Appendix B */
async function readParameters(request: HttpRequest, limitBytes: number): Promise<Record<string, string> | null> {
  if (!isForm(request) || codingFault(request, UTF8)) return null
  const entries = [...new URLSearchParams((await request.readBody(limitBytes)).toString())]
  const names = new Set(entries.map(([name]) => name))
  return names.size === entries.length ? Object.fromEntries(entries) : null
}

/** @see OpenID4VP 1.0 §5.10 */
const request: Handler = async (asked, { id = '' }) => {
  const parameters = asked.method === 'POST' ? await readParameters(asked, MAX_BODY_BYTES) : {}
  const jwt = parameters && (await handOutRequest(id, parameters.wallet_nonce))
  return jwt ? { status: 200, headers: { 'Content-Type': 'application/oauth-authz-req+jwt' }, body: jwt } : refused()
}

/** @see OpenID4VP 1.0 §8.2 */
const response: Handler = async (brought, { id = '' }) => {
  const parameters = await readParameters(brought, MAX_RESPONSE_BYTES)
  const taken = parameters && (await takeAnswer(id, parameters, walletPorts()))
  return taken?.kind === 'taken' ? json({ redirect_uri: taken.redirectUri }) : refused()
}

export const walletEndpoints = [
  endpoint('/wallet/request/:id', { GET: request, POST: request }, STYLE),
  endpoint('/wallet/response/:id', { POST: response }, STYLE),
]
