import type { IncomingMessage, ServerResponse } from 'node:http'
import { log } from '#lib/core/log'
import type { Reason } from '#lib/oauth/reasons'

const reasons = new WeakMap<ServerResponse, Reason>()

/** The line of this request will say why the protocol refused it. */
export const noteReason = (outgoing: ServerResponse, reason: Reason | undefined) => reason && reasons.set(outgoing, reason)

/**
 * One line a request: method, route, status, time, and the reason of a refusal. The route is one we know, never the path
 * that was asked for: links hold secrets, and what strangers or broken programs put into a path may be anything, an address
 * among it.
 */
export function logWhenDone({ method }: IncomingMessage, outgoing: ServerResponse, requestId: string, route: string) {
  if (!log.isLevelEnabled('info')) return
  const began = performance.now()
  outgoing.once('close', () => {
    const ms = Math.round(performance.now() - began)
    log.info({ requestId, method, route, status: outgoing.statusCode, ms, reason: reasons.get(outgoing) }, 'request')
  })
}
