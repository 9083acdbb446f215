import { transaction } from '#lib/core/db'
import { utcDay } from '#lib/core/time'
import { recordActivity } from '../activity/store'
import { profileSchema } from '../schema'
import { requireAccount } from './open-account'
import { setProfile } from './store'

/**
 * Saves what a person says about themselves; an empty field is forgotten. Verified claims stay as the document says.
 * @returns the name of the first field that cannot be taken, or null when everything was saved
 */
export async function changeProfile(userId: string, typed: Record<string, string>): Promise<string | null> {
  const given = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''))
  const parsed = profileSchema.safeParse(given)
  if (!parsed.success) return String(parsed.error.issues[0]?.path[0] ?? 'given_name')
  const { birthdate } = parsed.data
  if (birthdate !== undefined && (birthdate < '1900-01-01' || birthdate > utcDay(new Date()))) return 'birthdate'
  await transaction(async (tx) => {
    const { vault } = await requireAccount(tx, userId)
    await setProfile(tx, userId, vault.sealProfile(parsed.data))
    await recordActivity(tx, userId, 'account.profile_changed')
  })
  return null
}
