import { isSecureOrigin } from './env'

/** Two years, the host and all below it; whether to be preloaded is for the owner of the domain to say. @see RFC 6797 §6.1 */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains'

/** What every answer carries, whoever gives it and however it ends. */
export const baseHeaders = (): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  ...(isSecureOrigin() && { 'Strict-Transport-Security': STRICT_TRANSPORT }),
})
