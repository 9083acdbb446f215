import { readSecurity } from '#lib/accounts/read-security'
import { withDatabase } from '#lib/core/db'
import { isMailboxInDoubt } from '#lib/relay/store/pause'
import { reaches } from '../assurance'
import { PEOPLE } from '../people'
import { findPerson } from '../store'
import { judgeCheckUp } from './judge-check-up'

/** A browser that was not used for so long is probably not used any more. */
const IDLE_MS = 3 * 7 * 24 * 3600_000

/** What a person had best do next for their account, and where it was used last. */
export async function readCheckUp(userId: string, sessionHash: Buffer) {
  const security = await readSecurity(PEOPLE, userId, sessionHash)
  const person = await withDatabase((db) => findPerson(db, userId))
  const idleSince = Date.now() - IDLE_MS
  const steps = judgeCheckUp({
    isMailboxInDoubt: await isMailboxInDoubt(userId),
    hasPasskey: security.passkeys.length > 0,
    hasTotp: security.hasTotp,
    recoveryCodesLeft: security.recoveryCodesLeft,
    hasShortCodes: security.hasShortCodes,
    hasPersonDocument: (person?.verifiedClaims ?? []).some(({ assurance, contestId }) => contestId === null && reaches(assurance, 'person')),
    idleSessions: security.sessions.filter(({ isThisOne, lastSeenAt }) => !isThisOne && lastSeenAt.getTime() < idleSince).length,
  })
  return { steps, sessions: security.sessions.length }
}
