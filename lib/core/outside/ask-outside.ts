import { type ClientRequest, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { lookupOf, type Outside } from './resolve-outside'

/** No answer that we understand: the connection ended before one, or was to become something that is not HTTP. */
class NoAnswerError extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE'
}

/**
 * Begins an exchange with an address that was judged. An answer that wants to speak another protocol is none.
 * @throws NoAnswerError, or what the connection failed with
 * @see RFC 9110 §7.8, §15.2.2
 */
export async function askOutside(outside: Outside, options: RequestOptions, body?: string): Promise<IncomingMessage> {
  const { failure, response, request } = await exchange(outside, options, body)
  if (response) return response
  // Its server closed a connection that lay idle while this request was on its way: that says nothing of the address.
  if (!isStale(failure, request) || options.signal?.aborted) throw failure
  const again = await exchange(outside, { ...options, agent: false }, body)
  if (again.response) return again.response
  throw again.failure
}

const isStale = (failure: unknown, { reusedSocket }: ClientRequest) =>
  reusedSocket && ['ECONNRESET', 'EPIPE'].includes(String((failure as { code?: unknown }).code))

type Exchange = { request: ClientRequest; response?: IncomingMessage; failure?: unknown }

function exchange(outside: Outside, options: RequestOptions, body?: string): Promise<Exchange> {
  const start = outside.url.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve) => {
    const request = start(outside.url, { ...options, lookup: lookupOf(outside) })
    const fail = (failure: unknown) => resolve({ request, failure })
    request.on('error', fail)
    request.on('upgrade', (_, socket) => {
      socket.destroy()
      fail(new NoAnswerError())
    })
    request.on('close', () => fail(new NoAnswerError()))
    request.on('response', (response) => resolve({ request, response }))
    request.end(body)
  })
}
