import { isIP } from 'node:net'
import { ApiError } from '../api-error'
import { env } from '../env'
import { isLoopbackAddress, isPublicAddress } from './judge-address'

const LOOPBACK_NAME = /^(.+\.)?localhost\.?$/

/**
 * Whether something may be sent to an address that a company gives, as far as the address itself tells. Where its name
 * leads is judged at each connection.
 * @see lib/core/outside/resolve-outside.ts
 * @returns what is wrong, or null
 */
export function faultOfAddress(text: string, isDemo: boolean): string | null {
  if (!URL.canParse(text) || /[\s\\]/.test(text)) return 'is not an address'
  const { protocol, username, password, hash, hostname } = new URL(text)
  if (username || password) return 'must hold no user name and no password'
  if (hash || text.includes('#')) return 'must have no fragment'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isLoopback = LOOPBACK_NAME.test(host) || isLoopbackAddress(host)
  if (isLoopback && isDemo && /^https?:$/.test(protocol)) return null
  if (protocol !== 'https:') return 'must begin with https://'
  if (isLoopback || (isIP(host) !== 0 && !isPublicAddress(host))) return 'must not lead into a private network'
  return null
}

/** @throws ApiError `invalid_request` naming the field and the address */
export function requireSendable(field: string, url: string): void {
  const fault = faultOfAddress(url, env().EMBEDDED)
  if (fault) throw new ApiError('invalid_request', `${field}: ${fault} (got ${JSON.stringify(url.slice(0, 120))})`)
}
