import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Place } from '#lib/core/sealed'
import type { PersonVault } from '#lib/users/person'

/** What the consent screen said when it was answered: who asked, and fingerprints of the values. */
const seenScreen = z.object({ app: z.string(), company: z.string(), values: z.record(z.string(), z.string()) })

export type SeenScreen = z.infer<typeof seenScreen>

type Values = Record<string, string | number | boolean>

type Shown = { app: string; company: string; items: readonly { scope: string; values: Values }[] }

/** Of a value only whether it is the same matters later, so it is not kept a second time. */
const fingerprint = (values: Values) =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(values).sort()))
    .digest('base64url')
    .slice(0, 22)

export const seenOf = ({ app, company, items }: Shown): SeenScreen => ({
  app,
  company,
  values: Object.fromEntries(items.map(({ scope, values }) => [scope, fingerprint(values)])),
})

export type SeenChanges = {
  /** What app and company were called then, where that is not what they are called now. */
  formerApp: string | null
  formerCompany: string | null
  /** Scopes whose values are others by now. */
  scopes: string[]
}

/** What is not as it was; nothing when nobody knows how it was. */
export function changesSince(before: SeenScreen | null, now: SeenScreen): SeenChanges {
  if (!before) return { formerApp: null, formerCompany: null, scopes: [] }
  return {
    formerApp: before.app === now.app ? null : before.app,
    formerCompany: before.company === now.company ? null : before.company,
    scopes: Object.entries(now.values).flatMap(([scope, value]) =>
      Object.hasOwn(before.values, scope) && before.values[scope] !== value ? [scope] : [],
    ),
  }
}

const place = (userId: string, appId: string): Place => ({ table: 'grants', row: `${userId}/${appId}`, column: 'seen_sealed' })

export const sealSeen = (vault: PersonVault, userId: string, appId: string, seen: SeenScreen): Buffer =>
  vault.sealSecret(JSON.stringify(seen), place(userId, appId))

export const openSeen = (vault: PersonVault, userId: string, appId: string, sealed: Uint8Array): SeenScreen =>
  seenScreen.parse(JSON.parse(vault.openSecret(sealed, place(userId, appId))))
