import type { DNSResolver } from 'mailauth'
import { dnsResolver } from '#lib/core/dns'

const REMEMBER_MS = 60_000
const MAX_REMEMBERED = 2000
/** Shorter than the time there is for an answer to the sender. */
const TIMEOUT_MS = 900

/** DNS for checking senders. Answers, refusals too, are remembered for a minute, so that mailings ask once. */
export function cachingResolver(): DNSResolver {
  const dns = dnsResolver({ timeout: TIMEOUT_MS, tries: 2 })
  const remembered = new Map<string, { answer: Promise<unknown>; until: number }>()
  return (name: string, type: string) => {
    const key = `${type} ${name.toLowerCase()}`
    const known = remembered.get(key)
    if (known && known.until > Date.now()) return known.answer as ReturnType<DNSResolver>
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const answer = dns.resolve(name, type)
    remembered.set(key, { answer, until: Date.now() + REMEMBER_MS })
    // A fault of the network is no answer.
    answer.catch((error: { code?: string }) => ['ENOTFOUND', 'ENODATA'].includes(error.code ?? '') || remembered.delete(key))
    return answer as ReturnType<DNSResolver>
  }
}
