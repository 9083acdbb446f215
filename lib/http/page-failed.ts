import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorPage } from './error-page'
import type { HttpReply } from './message'
import { type PageLook, pageLook } from './page-look'

/**
 * A document that Next could not make is an empty shell which only its scripts would fill. Whoever opened the page gets
 * one that needs no script instead; what scripts fetch is left to them, and `app/error.tsx` says the same.
 */
export function explainFailure(incoming: IncomingMessage, outgoing: ServerResponse, reference: string): void {
  if (!incoming.headers.accept?.includes('text/html') || incoming.headers.rsc || incoming.headers['next-action']) return
  const { writeHead, end } = outgoing
  const ours = new Set(outgoing.getHeaderNames())
  outgoing.writeHead = ((status: number, ...rest: never[]) => {
    if (status < 500) return writeHead.call(outgoing, status, ...rest)
    outgoing.write = () => true
    outgoing.end = () => outgoing
    for (const name of outgoing.getHeaderNames()) if (!ours.has(name)) outgoing.removeHeader(name)
    const look = pageLook((name) => incoming.headers[name] as string | undefined)
    sendPage(status === 503 ? busyPage(look) : errorPage({ status, code: 'page_failed', look, reference }))
    return outgoing
  }) as ServerResponse['writeHead']

  function busyPage(look: PageLook): HttpReply {
    const page = errorPage({ status: 503, code: 'temporarily_unavailable', words: 'page_unavailable', look, reference })
    return { ...page, headers: { ...page.headers, 'Retry-After': '2' } }
  }

  function sendPage({ status, headers, body }: HttpReply) {
    writeHead.call(outgoing, status, headers as never)
    end.call(outgoing, body, 'utf8')
  }
}
