import { isSecureOrigin } from '#lib/core/env'
import { cookieValue } from './cookie-value'

/** A random secret a browser keeps: to be known again, to finish a registration, to bring the second factor, to take pictures, to come back from a wallet. */
export type SecretName = 'device' | 'company-device' | 'company-registration' | 'second-factor' | 'company-second-factor' | 'capture' | 'wallet'

export const cookieOf = (name: SecretName) => `${isSecureOrigin() ? '__Host-' : ''}signet-${name}`

export const isBrowserSecret = (value: string | undefined): value is string => value !== undefined && /^[0-9A-Za-z]{43}$/.test(value)

/** The secret in a plain request's Cookie header. */
export function browserSecretOf(name: SecretName, cookies: string | null): string | null {
  const secret = cookieValue(cookies, cookieOf(name))
  return isBrowserSecret(secret) ? secret : null
}
