import { type Prisma, type Queryable, sql, statement } from '#lib/core/db'
import { shardOfHash } from '#lib/core/shard'
import { CODE_TRIES } from './lifetimes'
import type { LinkPurpose } from './store'

/** What a browser waits for that asked for a mail. Of people alone. */
export type Awaited = { ownerId: string; purpose: LinkPurpose['person'] }

type AwaitedRow = { user_id: string; purpose: LinkPurpose['person'] }

const toAwaited = (row: AwaitedRow | undefined): Awaited | null => (row ? { ownerId: row.user_id, purpose: row.purpose } : null)

// The try counts before the code is looked at, in a statement of its own: parallel tries cannot outrun the count.
const TRY = statement<{ code_hash: Buffer }>(
  'try_mail_code',
  `UPDATE mail_links SET code_tries = code_tries + 1
   WHERE browser_hash = $1 AND code_hash IS NOT NULL AND code_tries < ${CODE_TRIES}
     AND code_expires_at > clock_timestamp() AND expires_at > clock_timestamp()
   RETURNING code_hash`,
)

/** @returns the fingerprint of the code that this browser waits for; null without one, or when it was tried too often */
export const tryCodeOf = async (browserHash: Buffer): Promise<Buffer | null> => (await sql.query(TRY, [browserHash]))[0]?.code_hash ?? null

const TAKE = statement<AwaitedRow>(
  'take_mail_code',
  `DELETE FROM mail_links WHERE browser_hash = $1 AND code_hash = $2 AND expires_at > clock_timestamp() RETURNING user_id, purpose`,
)

/** Uses up the code that was found right; null when somebody was faster. */
export const takeCodeOf = async (tx: Queryable, browserHash: Buffer, codeHash: Buffer) =>
  toAwaited((await tx.query(TAKE, [browserHash, codeHash]))[0])

const FORGET = statement<object>('forget_mail_code', `DELETE FROM mail_links WHERE browser_hash = $1`)

/** A browser waits for one mail at a time: the newest. */
export const forgetWaitOf = (tx: Queryable, browserHash: Buffer) => tx.query(FORGET, [browserHash])

const FIND = statement<AwaitedRow & { is_proven: boolean }>(
  'find_mail_code',
  `SELECT user_id, purpose, proven_at IS NOT NULL AS is_proven FROM mail_links WHERE browser_hash = $1 AND expires_at > clock_timestamp()`,
)

/** What this browser waits for, and whether its link was used elsewhere. */
export async function findWaitOf(browserHash: Buffer): Promise<(Awaited & { isProven: boolean }) | null> {
  const [row] = await sql.query(FIND, [browserHash])
  const awaited = toAwaited(row)
  return awaited && { ...awaited, isProven: row?.is_proven === true }
}

const PROVE = statement<object>(
  'prove_mail_link',
  `UPDATE mail_links SET proven_at = clock_timestamp(), token_hash = $2
   WHERE shard = $3 AND token_hash = ANY($1) AND purpose = 'confirm_email' AND expires_at > clock_timestamp() RETURNING 1`,
)

/** The link of a registration was used in another browser: it is spent. @param spentHash of a token that nobody has */
export const markProvenElsewhere = async (tx: Prisma, hashes: Buffer[], spentHash: Buffer): Promise<boolean> =>
  (await tx.query(PROVE, [hashes, spentHash, shardOfHash(spentHash)])).length === 1

const TAKE_PROVEN = statement<AwaitedRow>(
  'take_proven_mail_link',
  `DELETE FROM mail_links WHERE browser_hash = $1 AND proven_at IS NOT NULL AND expires_at > clock_timestamp() RETURNING user_id, purpose`,
)

/** The browser that asked goes on; null when there is nothing to go on with. */
export const takeProven = async (tx: Queryable, browserHash: Buffer) => toAwaited((await tx.query(TAKE_PROVEN, [browserHash]))[0])
