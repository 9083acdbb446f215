import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '#lib/core/log'

/** As long as the secret in a link, or nearly: somebody may have copied it without its last letters. */
const SECRET_SEGMENT = /[0-9A-Za-z_]{30,}/g

/** Path without its query; whatever could be a secret in it is cut. */
export const loggablePath = (url: string | undefined) => url?.split('?', 1)[0]?.replace(SECRET_SEGMENT, '…')

/** One line a request: method, path, status, time. */
export function logWhenDone(incoming: IncomingMessage, outgoing: ServerResponse, requestId: string) {
  if (!log.isLevelEnabled('info')) return
  const began = performance.now()
  outgoing.once('close', () => {
    const [path, ms] = [loggablePath(incoming.url), Math.round(performance.now() - began)]
    log.info({ requestId, method: incoming.method, path, status: outgoing.statusCode, ms }, 'request')
  })
}
