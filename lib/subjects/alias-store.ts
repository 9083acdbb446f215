import { FACE_COLUMNS } from '#lib/apps/face/app-face'
import type { Prisma } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { SEALED_SUBJECT } from './sealed-subject'

/** The person's aliases with their apps, the newest first. */
export const findAliases = (db: Prisma, userId: string) =>
  db.subject.findMany({
    where: { shard: shardOf(userId), userId },
    orderBy: [{ createdAt: 'desc' }, { appId: 'asc' }],
    select: {
      ...SEALED_SUBJECT,
      isAliasOff: true,
      keepsSenders: true,
      otherMail: true,
      marksText: true,
      app: { select: { id: true, name: true, mailDomains: true, ...FACE_COLUMNS, company: { select: { name: true } } } },
      grant: { select: { grantedScopes: true, endsAt: true } },
    },
  })

/** Off, and what waits to be forwarded goes. @returns whether anything changed */
export async function setAliasOff(tx: Prisma, userId: string, appId: string, isAliasOff: boolean): Promise<boolean> {
  if (isAliasOff) {
    const grant = await tx.grant.findUnique({ where: { shard_userId_appId: { shard: shardOf(userId), userId, appId } }, select: { id: true } })
    if (grant) await tx.forwardedMail.deleteMany({ where: { shard: shardOf(userId), grantId: grant.id } })
  }
  return (
    (await tx.subject.updateMany({ where: { shard: shardOf(userId), userId, appId, isAliasOff: !isAliasOff }, data: { isAliasOff } })).count === 1
  )
}
