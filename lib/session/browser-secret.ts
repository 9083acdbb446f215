import { cookies } from 'next/headers'
import { isSecureOrigin } from '#lib/core/env'
import { randomBase62 } from '#lib/core/random-id'
import { cookieOf, isBrowserSecret, type SecretName } from './browser-secret-cookie'

const LIFETIME_SECONDS: Record<SecretName, number> = {
  device: 365 * 24 * 3600,
  'company-device': 365 * 24 * 3600,
  'company-registration': 24 * 3600,
  'second-factor': 600,
  'company-second-factor': 600,
  capture: 3600,
  wallet: 600,
}

const options = (name: SecretName) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecureOrigin(), maxAge: LIFETIME_SECONDS[name] }) as const

export async function readBrowserSecret(name: SecretName): Promise<string | undefined> {
  const value = (await cookies()).get(cookieOf(name))?.value
  return isBrowserSecret(value) ? value : undefined
}

export const newBrowserSecret = () => randomBase62(43)

/** Keeps the secret given, else the one that is there, else a new one. */
export async function keepBrowserSecret(name: SecretName, given?: string): Promise<string> {
  const secret = given ?? (await readBrowserSecret(name)) ?? newBrowserSecret()
  ;(await cookies()).set(cookieOf(name), secret, options(name))
  return secret
}

export async function dropBrowserSecret(name: SecretName): Promise<void> {
  ;(await cookies()).set(cookieOf(name), '', { ...options(name), maxAge: 0 })
}
