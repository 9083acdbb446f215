import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { env } from '../env'
import { isLoopbackAddress, isPublicAddress } from './judge-address'

/** Why nothing is asked for at an address that somebody gave us. */
export type OutsideFault = 'not_an_address' | 'needs_https' | 'names_us' | 'unresolved' | 'not_public' | 'no_answer' | 'bad_status' | 'too_large'

export class OutsideError extends Error {
  constructor(
    readonly fault: OutsideFault,
    options?: { cause?: unknown },
  ) {
    super(fault, options)
  }
}

export type Outside = { url: URL; addresses: { address: string; family: 4 | 6 }[] }

/**
 * The server behind an address that a company gave us, resolved once. Every record is judged, since any of them may be
 * the one that is connected to: no request of ours reaches a network that only we can. Where nothing is real, on the
 * embedded default, this machine itself is let through, by plain http too.
 * @throws OutsideError
 */
export async function resolveOutside(text: string): Promise<Outside> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') throw new OutsideError('not_an_address')
  const isDemo = env().EMBEDDED
  if (url.protocol !== 'https:' && !(isDemo && url.protocol === 'http:')) throw new OutsideError('needs_https')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.origin === env().BASE_URL || (!isDemo && host.replace(/\.$/, '') === new URL(env().BASE_URL).hostname)) throw new OutsideError('names_us')
  const found = await lookup(host, { all: true, verbatim: true }).catch((cause: unknown) => {
    throw new OutsideError('unresolved', { cause })
  })
  const addresses = found.map(({ address, family }) => ({ address, family: family === 6 ? (6 as const) : (4 as const) }))
  const isLoopback = addresses.every(({ address }) => isLoopbackAddress(address))
  const mayBeAsked = url.protocol === 'https:' ? addresses.every(({ address }) => isPublicAddress(address)) || (isDemo && isLoopback) : isLoopback
  if (addresses.length === 0 || !mayBeAsked) throw new OutsideError('not_public')
  return { url, addresses }
}

/** For a request's `lookup`: the connection goes where it was judged to go, whatever the name says by now. */
export const lookupOf =
  ({ addresses }: Outside): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }
