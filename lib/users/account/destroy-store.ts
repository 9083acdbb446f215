import { type Prisma, sql, statement } from '#lib/core/db'

const HAS_DUE = statement<{ due: boolean }>('has_due_account', `SELECT EXISTS (SELECT FROM users WHERE deletion_due_at <= clock_timestamp()) AS due`)

/** Whether an account's time has come: asked often, and cheaper than a transaction. */
export async function hasDueAccount(): Promise<boolean> {
  return (await sql.query(HAS_DUE, []))[0]?.due === true
}

/** One account whose time has come, held by this worker only. */
export async function takeDueAccount(tx: Prisma): Promise<{ id: string; email_index: Uint8Array } | null> {
  const [row] = await tx.$queryRaw<{ id: string; email_index: Uint8Array }[]>`
    SELECT id, email_index FROM users WHERE deletion_due_at <= clock_timestamp()
    ORDER BY deletion_due_at FOR UPDATE SKIP LOCKED LIMIT 1`
  return row ?? null
}

/** Keeps the fingerprint of every alias of the person, so that none is ever given out again. */
export const keepSpentAliases = (tx: Prisma, userId: string) =>
  tx.$executeRaw`INSERT INTO spent_aliases (alias_hash) SELECT alias_index FROM subjects WHERE user_id = ${userId} ON CONFLICT DO NOTHING`

export const findDevicesOf = (tx: Prisma, userId: string) => tx.knownDevice.findMany({ where: { userId }, select: { deviceHash: true } })

/** Everything that belongs to a person hangs on their row: keys, grants, tokens, sessions, mail, history. */
export const deletePerson = (tx: Prisma, id: string) => tx.user.delete({ where: { id } })

export const deleteThrottles = (tx: Prisma, hashes: Buffer<ArrayBuffer>[]) => tx.loginThrottle.deleteMany({ where: { subjectHash: { in: hashes } } })

const REMOVE_UNCONFIRMED = statement<{ removed: number }>(
  'remove_unconfirmed_accounts',
  `WITH gone AS (
     DELETE FROM users WHERE id = ANY(ARRAY(
       SELECT id FROM users WHERE email_confirmed_at IS NULL AND created_at < clock_timestamp() - make_interval(secs => $1)
       ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
   )
   SELECT count(*)::int AS removed FROM gone`,
)

/** @returns how many, at most `limit` */
export async function deleteUnconfirmedSince(seconds: number, limit: number): Promise<number> {
  return (await sql.query(REMOVE_UNCONFIRMED, [seconds, limit]))[0]?.removed ?? 0
}
