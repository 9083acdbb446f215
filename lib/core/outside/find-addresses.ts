import { lookup, Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { env } from '../env'
import { OutsideError } from './outside-error'

export type Address = { address: string; family: 4 | 6 }

const TRIES = { timeout: 2000, tries: 2 }
const NO_SUCH_NAME = new Set(['ENOTFOUND', 'ENODATA', 'EBADNAME'])
const LOOPBACK_NAME = /^(.+\.)?localhost\.?$/

/**
 * Where a name leads, as name servers say; an address leads to itself. It waits on a socket: `getaddrinfo` would take a
 * thread, of which there are four for all files and names, and give it back when a name server that hangs allows.
 * @returns none when there is no such name
 * @throws OutsideError `unresolved` when no name server says anything
 */
export async function findAddresses(host: string, signal?: AbortSignal): Promise<Address[]> {
  const version = isIP(host)
  if (version !== 0) return [{ address: host, family: version === 6 ? 6 : 4 }]
  if (env().EMBEDDED && LOOPBACK_NAME.test(host)) {
    const found = await lookup(host, { all: true, verbatim: true }).catch(() => [])
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
  }
  return ask(host, signal)
}

async function ask(host: string, signal: AbortSignal | undefined): Promise<Address[]> {
  const resolver = new Resolver(TRIES)
  const cancel = () => resolver.cancel()
  signal?.addEventListener('abort', cancel)
  try {
    const found = await Promise.allSettled([of(resolver.resolve4(host), 4), of(resolver.resolve6(host), 6)])
    const addresses = found.flatMap((each) => (each.status === 'fulfilled' ? each.value : []))
    const silent = found.find((each) => each.status === 'rejected' && !NO_SUCH_NAME.has(String(each.reason.code)))
    if (addresses.length === 0 && silent?.status === 'rejected') throw new OutsideError('unresolved', { cause: silent.reason })
    return addresses
  } finally {
    signal?.removeEventListener('abort', cancel)
  }
}

const of = async (found: Promise<string[]>, family: Address['family']): Promise<Address[]> => (await found).map((address) => ({ address, family }))
