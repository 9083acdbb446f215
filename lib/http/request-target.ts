import type { IncomingMessage } from 'node:http'

/**
 * Path and query of a request that is meant for this host, and null for every other. A client that takes us for a proxy
 * sends a whole address; what stands in it is what it wants, so it must name us just as `Host` must.
 * @param host ours, with its port where it has one
 * @see RFC 9112 §3.2
 */
export function pathForHost({ url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>, host: string): string | null {
  if (headers.host !== host) return null
  if (url.startsWith('/')) return url
  const [, authority, rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/i.exec(url) ?? []
  if (authority !== host) return null
  return rest.startsWith('/') ? rest : `/${rest}`
}
