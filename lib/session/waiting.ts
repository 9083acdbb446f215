import { EncryptJWT, jwtDecrypt } from 'jose'
import { cookies } from 'next/headers'
import { z } from 'zod'
import { isSecureOrigin } from '#lib/core/env'
import { currentKey, keysFor } from '#lib/core/keyring'
import type { Destination } from './destination'

const LIFETIME_SECONDS = 24 * 3600

const name = () => `${isSecureOrigin() ? '__Host-' : ''}signet-waiting`
const options = (maxAge: number) => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecureOrigin(), maxAge }) as const

const shape = z.object({
  /** By which the database knows this browser. */
  secret: z.string().regex(/^[0-9A-Za-z]{43}$/),
  email: z.string(),
  for: z.enum(['register', 'log_in', 'recover']),
  /** When the last mail was asked for, in seconds since 1970. */
  askedAt: z.number(),
  interactionId: z.string().optional(),
  returnTo: z.string().optional(),
})

/**
 * A browser that asked for a mail: to which address, what for, and where it was going. It keeps that itself, encrypted, so
 * that nothing is stored of an address that has no account, and nobody else can go on with it.
 */
export type WaitingBrowser = z.infer<typeof shape> & Destination

export async function keepWaiting(waiting: WaitingBrowser): Promise<void> {
  const sealed = await new EncryptJWT(waiting)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${LIFETIME_SECONDS}s`)
    .encrypt(currentKey('waiting').key)
  ;(await cookies()).set(name(), sealed, options(LIFETIME_SECONDS))
}

export async function readWaiting(): Promise<WaitingBrowser | null> {
  const sealed = (await cookies()).get(name())?.value
  if (!sealed) return null
  for (const { key } of keysFor('waiting')) {
    const opened = await jwtDecrypt(sealed, key, ALGORITHMS).catch(() => null)
    if (opened) return shape.safeParse(opened.payload).data ?? null
  }
  return null
}

export async function dropWaiting(): Promise<void> {
  ;(await cookies()).set(name(), '', options(0))
}

const ALGORITHMS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
