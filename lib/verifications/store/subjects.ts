import type { Prisma } from '#lib/core/db'
import type { VerificationSession } from './sessions'

/** The user of an app by their pseudonym, while they have a consent there. */
export const findUserBySub = async (db: Prisma, appId: string, sub: string): Promise<string | null> =>
  (await db.subject.findFirst({ where: { appId, sub, grant: { isNot: null } }, select: { userId: true } }))?.userId ?? null

type Bound = Pick<VerificationSession, 'id' | 'appId' | 'userId' | 'expectedUserId'>

/** The pseudonym for each session whose person has a consent at its app. */
export async function findSubs(db: Prisma, sessions: Bound[]): Promise<Map<string, string>> {
  const pairs = sessions.flatMap(({ id, appId, userId, expectedUserId }) => {
    const user = userId ?? expectedUserId
    return user && appId ? [{ id, appId, userId: user }] : []
  })
  if (pairs.length === 0) return new Map()
  const subjects = await db.subject.findMany({
    where: { OR: pairs.map(({ appId, userId }) => ({ appId, userId })), grant: { isNot: null } },
    select: { appId: true, userId: true, sub: true },
  })
  const subOf = new Map(subjects.map(({ appId, userId, sub }) => [`${appId} ${userId}`, sub]))
  return new Map(pairs.flatMap(({ id, appId, userId }) => (subOf.has(`${appId} ${userId}`) ? [[id, subOf.get(`${appId} ${userId}`) as string]] : [])))
}
