import { type Prisma, sql, statement } from '#lib/core/db'

const INSERT_CHALLENGE = statement<object>(
  'insert_passkey_challenge',
  `INSERT INTO passkey_challenges (challenge_hash, user_id, expires_at) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))`,
)

const CONSUME_CHALLENGE = statement<{ user_id: string | null }>(
  'consume_passkey_challenge',
  `DELETE FROM passkey_challenges WHERE challenge_hash = $1 AND user_id IS NOT DISTINCT FROM $2 AND expires_at > clock_timestamp() RETURNING user_id`,
)

export const insertChallenge = (hash: Buffer, userId: string | null, lifetimeSeconds: number) =>
  sql.query(INSERT_CHALLENGE, [hash, userId, lifetimeSeconds])

/** A challenge is good once, for the purpose it was made for. */
export const consumeChallenge = async (hash: Buffer, userId: string | null): Promise<boolean> =>
  (await sql.query(CONSUME_CHALLENGE, [hash, userId])).length === 1

export const findPasskeys = (db: Prisma, userId: string) =>
  db.passkey.findMany({
    where: { userId },
    orderBy: { createdAt: 'asc' },
    select: { credentialId: true, transports: true, device: true, createdAt: true, lastUsedAt: true },
  })

export const findPasskey = (db: Prisma, credentialId: string) =>
  db.passkey.findFirst({
    where: { credentialId, user: { emailConfirmedAt: { not: null } } },
    select: { credentialId: true, userId: true, publicKey: true, counter: true, transports: true, user: { select: { accessVersion: true } } },
  })

export const markPasskeyUsed = (db: Prisma, credentialId: string, counter: number) => db.$executeRaw`
  UPDATE passkeys SET counter = ${counter}, last_used_at = clock_timestamp() WHERE credential_id = ${credentialId}`
