import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorPage } from './error-page'
import { writeReply } from './node-message'
import { pageLook } from './page-look'
import { type Refusal, refuse } from './refusal'

/** Says no to a request for a page: with a page to whoever looks at one, else as endpoints do. */
export function refusePage(incoming: IncomingMessage, outgoing: ServerResponse, id: string, refusal: Refusal): void {
  if (!incoming.headers.accept?.includes('text/html') || incoming.headers['next-action']) {
    refuse(outgoing, id, refusal)
    return
  }
  const look = pageLook((name) => incoming.headers[name] as string | undefined)
  const page = errorPage({ status: refusal[0], code: 'invalid_request', look, reference: id, words: 'page_refused' })
  writeReply(outgoing, { ...page, headers: { ...page.headers, 'X-Request-Id': id } })
}
