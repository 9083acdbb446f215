import type { Prisma } from '#lib/core/db'
import { recordActivity } from '../activity/store'
import { type Profile, profileSchema } from '../schema'
import { requireAccount } from './open-account'
import { setProfile } from './store'

const names = profileSchema.pick({ given_name: true, family_name: true })

export type StatedNames = Pick<Profile, 'given_name' | 'family_name'>

/** @returns the names that were filled in, empty ones left out; null when one of them cannot be taken */
export function readNames(typed: Record<keyof StatedNames, string>): StatedNames | null {
  const parsed = names.safeParse(Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== '')))
  return parsed.success ? parsed.data : null
}

/** Fills in what the profile lacks, in the transaction of whoever shares it; what was stated before stays. */
export async function fillInNames(tx: Prisma, userId: string, stated: StatedNames): Promise<void> {
  if (Object.keys(stated).length === 0) return
  const { vault, profile } = await requireAccount(tx, userId)
  if (profile.given_name !== undefined || profile.family_name !== undefined) return
  await setProfile(tx, userId, vault.sealProfile({ ...profile, ...stated }))
  await recordActivity(tx, userId, 'account.profile_changed')
}
