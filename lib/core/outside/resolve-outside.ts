import type { LookupFunction } from 'node:net'
import { env } from '../env'
import { type Address, findAddresses } from './find-addresses'
import { isLoopbackAddress, isPublicAddress } from './judge-address'
import { OutsideError } from './outside-error'
import { isOwnAddress } from './own-addresses'

export type Outside = { url: URL; addresses: Address[] }

/**
 * The server behind an address that a company gave us, resolved once. Every record is judged, since any of them may be
 * the one that is connected to: no request of ours reaches a network that only we can. Where nothing is real, on the
 * embedded default, this machine itself is let through, by plain http too. A name that does not exist and one that leads
 * inside are refused alike: nobody finds out here which names there are inside.
 * @param signal gives up the question where the name leads
 * @param isPlainAllowed for what proves itself by its signature: plain http is as good
 * @throws OutsideError
 */
export async function resolveOutside(text: string, signal?: AbortSignal, { isPlainAllowed = false } = {}): Promise<Outside> {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || url.hostname === '' || url.username !== '' || url.password !== '') throw new OutsideError('not_an_address')
  const isDemo = env().EMBEDDED
  if (url.protocol !== 'https:' && !((isDemo || isPlainAllowed) && url.protocol === 'http:')) throw new OutsideError('needs_https')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (url.origin === env().BASE_URL || (!isDemo && host.replace(/\.$/, '') === new URL(env().BASE_URL).hostname)) throw new OutsideError('names_us')
  const addresses = await findAddresses(host, signal)
  const isLoopback = addresses.every(({ address }) => isLoopbackAddress(address))
  const isAnybodys = addresses.every(({ address }) => isPublicAddress(address) && !isOwnAddress(address))
  const isCompanys = url.protocol === 'https:' || isPlainAllowed
  const mayBeAsked = (isCompanys && isAnybodys) || (isDemo && isLoopback)
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
