import { type Prisma, sql, statement } from '#lib/core/db'
import type { SealedClaim, SealedPerson } from './person'

export type Person = SealedPerson & { updatedAt: Date; verifiedClaims: SealedClaim[] }

export const findPerson = (db: Prisma, id: string): Promise<Person | null> =>
  db.user.findUnique({
    where: { id },
    select: {
      id: true,
      emailSealed: true,
      profileSealed: true,
      dataKeySealed: true,
      masterKeyId: true,
      updatedAt: true,
      verifiedClaims: { select: { name: true, valueSealed: true } },
    },
  })

export const findCredentials = (db: Prisma, emailIndex: Buffer<ArrayBuffer>) =>
  db.user.findUnique({
    where: { emailIndex },
    select: { id: true, passwordHash: true, emailConfirmedAt: true, totp: { select: { confirmedAt: true } } },
  })

export type NewPerson = {
  id: string
  emailIndex: Buffer<ArrayBuffer>
  emailSealed: Buffer<ArrayBuffer>
  profileSealed: Buffer<ArrayBuffer>
  dataKeySealed: Buffer<ArrayBuffer>
  masterKeyId: string
  passwordHash: string
  emailConfirmedAt: Date | null
}

export const insertPerson = (tx: Prisma, person: NewPerson) => tx.user.create({ data: person })

export const insertVerifiedClaim = (tx: Prisma, claim: { userId: string; name: string; valueSealed: Buffer<ArrayBuffer>; verifiedAt: Date }) =>
  tx.verifiedClaim.create({ data: claim })

const COUNT_ATTEMPT = statement<{ failures: number; wait_seconds: number }>(
  'count_login_attempt',
  `INSERT INTO login_throttles AS t (subject_hash, failures, expires_at)
   VALUES ($1, 1, clock_timestamp() + make_interval(secs => $2))
   ON CONFLICT (subject_hash) DO UPDATE SET
     failures = CASE WHEN t.expires_at <= clock_timestamp() THEN 1 ELSE t.failures + 1 END,
     expires_at = CASE WHEN t.expires_at <= clock_timestamp() THEN clock_timestamp() + make_interval(secs => $2) ELSE t.expires_at END
   RETURNING failures, ceil(extract(epoch FROM expires_at - clock_timestamp()))::int AS wait_seconds`,
)

/** Counts one try, in a statement of its own that is committed before the password is looked at. */
export async function countAttempt(subjectHash: Buffer, windowSeconds: number) {
  const [row] = await sql.query(COUNT_ATTEMPT, [subjectHash, windowSeconds])
  return { failures: row?.failures ?? 0, waitSeconds: row?.wait_seconds ?? 0 }
}

const FORGET_ATTEMPTS = statement<object>('forget_login_attempts', `DELETE FROM login_throttles WHERE subject_hash = $1`)

export const forgetAttempts = (subjectHash: Buffer) => sql.query(FORGET_ATTEMPTS, [subjectHash])
