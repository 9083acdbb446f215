import { EncryptJWT, jwtDecrypt } from 'jose'
import { cookies } from 'next/headers'
import { z } from 'zod'
import { isSecureOrigin } from '#lib/core/env'
import { currentKey, keysFor } from '#lib/core/keyring'
import { randomBase62 } from '#lib/core/random-id'
import type { Destination } from './destination'

const LIFETIME_SECONDS = 24 * 3600
/** So many tabs wait at a time, as far as a cookie holds them: browsers drop one of more than 4,096 bytes with its name. */
const [MOST_WAITS, MOST_CHARACTERS] = [4, 3_800]

const name = () => `${isSecureOrigin() ? '__Host-' : ''}signet-waiting`
const options = (maxAge: number) => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecureOrigin(), maxAge }) as const

const shape = z.object({
  /** In the address of the page that waits: which of this browser's tabs it is. */
  id: z.string(),
  /** By which the database knows this browser. */
  secret: z.string().regex(/^[0-9A-Za-z]{43}$/),
  email: z.string(),
  for: z.enum(['register', 'log_in', 'recover', 'document']),
  /** When the last mail was asked for, in seconds since 1970. */
  askedAt: z.number(),
  interactionId: z.string().optional(),
  returnTo: z.string().optional(),
})

/**
 * A browser that asked for a mail: to which address, what for, and where it was going. It keeps that itself, encrypted, so
 * that nothing is stored of an address that has no account, and nobody else can go on with it. Each tab waits for its own.
 */
export type WaitingBrowser = z.infer<typeof shape> & Destination

/** Asked for at this moment, in a tab that waits from now on; the oldest make room. @returns the page that waits */
export async function keepWaiting(waiting: Omit<WaitingBrowser, 'id' | 'askedAt'> & { id?: string }): Promise<string> {
  const id = waiting.id ?? randomBase62(8)
  await keepAll([{ ...waiting, id, askedAt: Math.floor(Date.now() / 1000) }, ...(await readAllWaiting()).filter((other) => other.id !== id)])
  return `/confirm?wait=${id}`
}

/** What the tab with that address waits for; the newest wait where the address names none. */
export async function readWaiting(id?: string): Promise<WaitingBrowser | null> {
  const all = await readAllWaiting()
  return (id === undefined ? all[0] : all.find((waiting) => waiting.id === id)) ?? null
}

/** Everything this browser waits for, newest first. */
export async function readAllWaiting(): Promise<WaitingBrowser[]> {
  const sealed = (await cookies()).get(name())?.value
  if (!sealed) return []
  for (const { key } of keysFor('waiting')) {
    const opened = await jwtDecrypt(sealed, key, ALGORITHMS).catch(() => null)
    if (opened) return z.array(shape).safeParse(opened.payload.waits).data ?? []
  }
  return []
}

export async function dropWaiting(id: string): Promise<void> {
  await keepAll((await readAllWaiting()).filter((waiting) => waiting.id !== id))
}

async function keepAll(waits: WaitingBrowser[]): Promise<void> {
  const kept = waits.slice(0, MOST_WAITS)
  let sealed = await seal(kept)
  while (sealed.length > MOST_CHARACTERS && kept.length > 1) {
    kept.pop()
    sealed = await seal(kept)
  }
  ;(await cookies()).set(name(), kept.length > 0 ? sealed : '', options(kept.length > 0 ? LIFETIME_SECONDS : 0))
}

const seal = (waits: WaitingBrowser[]) =>
  new EncryptJWT({ waits })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${LIFETIME_SECONDS}s`)
    .encrypt(currentKey('waiting').key)

const ALGORITHMS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
