import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/**
 * A body that is no form (cut multipart, an action that does not exist) makes Next fail before any code of ours runs,
 * with a bare text of its own. It is the sender's fault and is told so. A page that fails answers in HTML.
 */
export function blameUndecodableForm(incoming: IncomingMessage, outgoing: ServerResponse, refuse: () => void): void {
  if (incoming.method !== 'POST') return
  const { writeHead, write, end } = outgoing
  outgoing.writeHead = ((status: number, ...rest: never[]) => {
    if (status !== 500 || !isBareText(outgoing, rest)) return writeHead.call(outgoing, status, ...rest)
    for (const name of outgoing.getHeaderNames()) if (name !== 'x-request-id') outgoing.removeHeader(name)
    Object.assign(outgoing, { writeHead, write, end })
    refuse()
    Object.assign(outgoing, { write: () => true, end: () => outgoing })
    return outgoing
  }) as ServerResponse['writeHead']
}

function isBareText(outgoing: ServerResponse, rest: unknown[]): boolean {
  const given = rest.find((part): part is OutgoingHttpHeaders => typeof part === 'object' && part !== null && !Array.isArray(part))
  const type = Object.entries(given ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? outgoing.getHeader('content-type')
  return String(type ?? 'text/plain').startsWith('text/plain')
}
