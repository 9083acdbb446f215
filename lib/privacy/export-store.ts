import type { Prisma } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import { SEALED_SUBJECT } from '#lib/subjects/sealed-subject'

/** Every row that hangs on a person, secrets left out. */
export const EVERYTHING = {
  emailConfirmedAt: true,
  createdAt: true,
  updatedAt: true,
  deletionDueAt: true,
  verifiedClaims: {
    select: {
      name: true,
      valueSealed: true,
      assurance: true,
      verifiedAt: true,
      expiresAt: true,
      contestId: true,
      issuerSealed: true,
      earlierSealed: true,
    },
  },
  documentRecovery: { select: { begunAt: true, dueAt: true } },
  sessions: { select: { authTime: true, lastSeenAt: true, expiresAt: true, amr: true, device: true, zone: true } },
  passkeys: { select: { credentialId: true, device: true, createdAt: true, lastUsedAt: true } },
  totp: { select: { confirmedAt: true } },
  _count: { select: { recoveryCodes: true, knownDevices: true } },
  subjects: {
    select: {
      ...SEALED_SUBJECT,
      isAliasOff: true,
      createdAt: true,
      app: { select: { name: true, company: { select: { name: true } } } },
      grant: { select: { grantedScopes: true, declinedScopes: true, evidenceGranted: true, createdAt: true, lastReleaseAt: true, endsAt: true } },
      keepsSenders: true,
      otherMail: true,
      marksText: true,
      senders: { select: { senderHash: true, senderSealed: true, mails: true, lastMailAt: true, blockedAt: true } },
      reverse: { select: { userId: true, appId: true, correspondentHash: true, correspondentSealed: true } },
      replies: { select: { id: true, toSealed: true, changes: true, state: true, createdAt: true } },
      traffic: { select: { forwardedCount: true, lastForwardedAt: true, pausedAt: true } },
    },
  },
  receipts: { select: { id: true, contentSealed: true, createdAt: true }, orderBy: { createdAt: 'asc' } },
  activityEvents: { select: { action: true, detail: true, createdAt: true, app: { select: { name: true } } }, orderBy: { id: 'asc' } },
  mailLinks: { select: { purpose: true, emailSealed: true, expiresAt: true } },
  pendingLogIns: { select: { expiresAt: true } },
  mails: { select: { id: true, kind: true, createdAt: true, deliveredAt: true, contentSealed: true, masterKeyId: true } },
} as const

const SESSION = {
  id: true,
  status: true,
  fields: true,
  minAssurance: true,
  assurance: true,
  failureCode: true,
  createdAt: true,
  verifiedAt: true,
  app: { select: { name: true } },
} as const

type Begun = { createdAt: Date }
const byTime = (one: Begun, other: Begun) => one.createdAt.getTime() - other.createdAt.getTime()

/** Verifications that somebody began, and those that were asked of them: each on a shard of its own. */
export const findSessionsOf = async (db: Prisma, userId: string) => ({
  verifications: (await db.verificationSession.findMany({ where: { userId }, select: SESSION })).sort(byTime),
  expectedIn: (await db.verificationSession.findMany({ where: { expectedUserId: userId }, select: SESSION })).sort(byTime),
})

export const findEverything = (db: Prisma, id: string) =>
  db.user.findUniqueOrThrow({ where: { shard_id: { shard: shardOf(id), id } }, select: EVERYTHING })
