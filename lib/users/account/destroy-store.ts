import { type Prisma, sql, statement } from '#lib/core/db'

/** One account whose time has come, held by this worker only. */
export async function takeDueAccount(tx: Prisma): Promise<{ id: string; email_index: Uint8Array } | null> {
  const [row] = await tx.$queryRaw<{ id: string; email_index: Uint8Array }[]>`
    SELECT id, email_index FROM users WHERE deletion_due_at <= clock_timestamp()
    ORDER BY deletion_due_at FOR UPDATE SKIP LOCKED LIMIT 1`
  return row ?? null
}

export const findAliasesOf = (tx: Prisma, userId: string) => tx.subject.findMany({ where: { userId }, select: { aliasLocalPart: true } })

export const insertSpentAliases = (tx: Prisma, hashes: Buffer<ArrayBuffer>[]) =>
  tx.spentAlias.createMany({ data: hashes.map((aliasHash) => ({ aliasHash })), skipDuplicates: true })

/** Everything that belongs to a person hangs on their row: keys, grants, tokens, sessions, mail, history. */
export const deletePerson = (tx: Prisma, id: string) => tx.user.delete({ where: { id } })

export const deleteThrottles = (tx: Prisma, hashes: Buffer<ArrayBuffer>[]) => tx.loginThrottle.deleteMany({ where: { subjectHash: { in: hashes } } })

const BATCH = 1000

// Literal names only; each statement takes a bounded bite and leaves rows that somebody holds.
const PURGES = ['user_sessions', 'login_throttles', 'mail_links', 'pending_log_ins', 'passkey_challenges', 'outgoing_mails', 'interactions'].map(
  (table) =>
    statement<object>(
      `purge_${table}`,
      `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE expires_at <= clock_timestamp() LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
    ),
)

const PURGE_UNCONFIRMED = statement<object>(
  'purge_unconfirmed_accounts',
  `DELETE FROM users WHERE id = ANY(ARRAY(
     SELECT id FROM users WHERE email_confirmed_at IS NULL AND created_at < clock_timestamp() - make_interval(secs => $1) LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
)

export async function purgeExpired(confirmSeconds: number): Promise<void> {
  for (const purge of PURGES) await sql.query(purge, [])
  await sql.query(PURGE_UNCONFIRMED, [confirmSeconds])
}
