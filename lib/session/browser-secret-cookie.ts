import { isSecureOrigin } from '#lib/core/env'

/** A random secret a browser keeps: to be known again, to finish a registration, to bring the second factor, to take pictures. */
export type SecretName = 'device' | 'registration' | 'company-registration' | 'second-factor' | 'capture'

export const cookieOf = (name: SecretName) => `${isSecureOrigin() ? '__Host-' : ''}signet-${name}`

export const isBrowserSecret = (value: string | undefined): value is string => value !== undefined && /^[0-9A-Za-z]{43}$/.test(value)

/** The secret in a plain request's Cookie header. @see RFC 6265 §4.2 */
export function browserSecretOf(name: SecretName, request: Request): string | null {
  const prefix = `${cookieOf(name)}=`
  const pair = request.headers
    .get('cookie')
    ?.split('; ')
    .find((part) => part.startsWith(prefix))
  const secret = pair?.slice(prefix.length)
  return isBrowserSecret(secret) ? secret : null
}
