import type { Prisma } from '#lib/core/db'
import { shardOf, shardsIn } from '#lib/core/shard'
import { isShown } from '#lib/grants/shown'
import { openSubjectRow, type SubjectRow, subIndex } from '#lib/subjects/sealed-subject'
import type { VerificationSession } from './verifications'

/** The user of an app by their pseudonym, while they have a consent there. */
export async function findUserBySub(db: Prisma, appId: string, sub: string): Promise<string | null> {
  const [row] = await db.$queryRawUnsafe<{ user_id: string }[]>(
    `SELECT s.user_id FROM subjects s JOIN grants g ON g.shard = s.shard AND g.user_id = s.user_id AND g.app_id = s.app_id
     WHERE s.shard = ANY($3) AND s.app_id = $1 AND s.sub_index = $2 AND ${isShown('g')}`,
    appId,
    subIndex(sub),
    shardsIn('sub', sub),
  )
  return row?.user_id ?? null
}

type Bound = Pick<VerificationSession, 'id' | 'appId' | 'userId' | 'expectedUserId'>

/** The pseudonym for each session whose person has a consent at its app. */
export async function findSubs(db: Prisma, sessions: Bound[]): Promise<Map<string, string>> {
  const pairs = sessions.flatMap(({ id, appId, userId, expectedUserId }) => {
    const user = userId ?? expectedUserId
    return user && appId ? [{ id, appId, userId: user }] : []
  })
  if (pairs.length === 0) return new Map()
  const subjects = await db.$queryRawUnsafe<SubjectRow[]>(
    `SELECT s.user_id, s.app_id, s.pair_sealed, u.data_key_sealed, u.master_key_id
     FROM (SELECT DISTINCT * FROM unnest($1::text[], $2::text[], $3::smallint[]) p (user_id, app_id, shard)) p
     JOIN subjects s ON s.shard = p.shard AND s.user_id = p.user_id AND s.app_id = p.app_id
     JOIN grants g ON g.shard = s.shard AND g.user_id = s.user_id AND g.app_id = s.app_id AND ${isShown('g')}
     JOIN users u ON u.shard = s.shard AND u.id = s.user_id`,
    pairs.map(({ userId }) => userId),
    pairs.map(({ appId }) => appId),
    pairs.map(({ userId }) => shardOf(userId)),
  )
  const subOf = new Map(subjects.map((subject) => [`${subject.app_id} ${subject.user_id}`, openSubjectRow(subject).sub]))
  return new Map(pairs.flatMap(({ id, appId, userId }) => (subOf.has(`${appId} ${userId}`) ? [[id, subOf.get(`${appId} ${userId}`) as string]] : [])))
}
