import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { z } from 'zod'
import { currentKey, keysFor } from '#lib/core/keyring'

export const TYPED_SECONDS = 1800
/** Browsers drop a cookie of more than 4,096 bytes with its name. */
const MOST_CHARACTERS = 3_800
/** What a forged or broken cookie may unfold to. */
const MOST_BYTES = 262_144

const shape = z.object({ by: z.string(), path: z.string(), drawnIn: z.string(), fields: z.array(z.tuple([z.string(), z.string()])) })

/**
 * What somebody typed into a form.
 * @property by whose session the page had; nobody else sees it
 * @property path of the page
 * @property drawnIn which environment of the company the page showed; empty where that changes nothing
 * @property fields in their order, a name as often as it was sent
 */
export type Typed = z.infer<typeof shape>

const ALGORITHMS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }

/** @returns null for more than a cookie holds */
export async function sealTyped(typed: Typed): Promise<string | null> {
  const folded = deflateRawSync(JSON.stringify(typed)).toString('base64url')
  if (folded.length > MOST_CHARACTERS) return null
  const sealed = await new EncryptJWT({ folded })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${TYPED_SECONDS}s`)
    .encrypt(currentKey('typed').key)
  return sealed.length > MOST_CHARACTERS ? null : sealed
}

/** @returns null for anything that is not ours, too old, or not whole */
export async function openTyped(sealed: string | undefined): Promise<Typed | null> {
  if (!sealed) return null
  for (const { key } of keysFor('typed')) {
    const opened = await jwtDecrypt(sealed, key, ALGORITHMS).catch(() => null)
    if (!opened) continue
    const plain = inflateRawSync(Buffer.from(String(opened.payload.folded), 'base64url'), { maxOutputLength: MOST_BYTES })
    return shape.safeParse(JSON.parse(plain.toString())).data ?? null
  }
  return null
}
