import { type Prisma, type Queryable, sql, statement } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'
import { CODE_TRIES } from './lifetimes'
import type { LinkPurpose } from './store'

/** What a browser waits for that asked for a mail. Of people alone. */
export type Awaited = { ownerId: string; purpose: LinkPurpose['person'] }

type AwaitedRow = { user_id: string; purpose: LinkPurpose['person'] }

const toAwaited = (row: AwaitedRow | undefined): Awaited | null => (row ? { ownerId: row.user_id, purpose: row.purpose } : null)

/** @property ownerId whose account has the address that the browser was to be mailed at; null: nobody's, and nothing waits */
export type Wait = { ownerId: string | null; browserHash: Buffer }

const MINE = 'shard = $3 AND user_id = $2 AND browser_hash = $1'

// Where nobody is, nothing is found, in the same time.
const mine = ({ ownerId, browserHash }: Wait): unknown[] => [browserHash, ownerId ?? '', shardOf(ownerId ?? '')]

// The try counts before the code is looked at, in a statement of its own: parallel tries cannot outrun the count.
const TRY = statement<{ code_hash: Buffer }>(
  'try_mail_code',
  `UPDATE mail_links SET code_tries = code_tries + 1
   WHERE ${MINE} AND code_hash IS NOT NULL AND code_tries < ${CODE_TRIES}
     AND code_expires_at > clock_timestamp() AND expires_at > clock_timestamp()
   RETURNING code_hash`,
)

/** @returns the fingerprint of the code that this browser waits for; null without one, or when it was tried too often */
export const tryCodeOf = async (wait: Wait): Promise<Buffer | null> => (await sql.query(TRY, mine(wait)))[0]?.code_hash ?? null

const TAKE = statement<AwaitedRow>(
  'take_mail_code',
  `DELETE FROM mail_links WHERE ${MINE} AND code_hash = $4 AND expires_at > clock_timestamp() RETURNING user_id, purpose`,
)

/** Uses up the code that was found right; null when somebody was faster. */
export const takeCodeOf = async (tx: Queryable, wait: Wait, codeHash: Buffer) => toAwaited((await tx.query(TAKE, [...mine(wait), codeHash]))[0])

const FORGET = statement<object>('forget_mail_code', `DELETE FROM mail_links WHERE ${MINE}`)

/** For one account a browser waits for one mail at a time: the newest. */
export const forgetWaitOf = (tx: Queryable, wait: Wait) => tx.query(FORGET, mine(wait))

const FIND = statement<AwaitedRow & { is_proven: boolean }>(
  'find_mail_code',
  `SELECT user_id, purpose, proven_at IS NOT NULL AS is_proven FROM mail_links WHERE ${MINE} AND expires_at > clock_timestamp()`,
)

/** What this browser waits for, and whether its link was used elsewhere. */
export async function findWaitOf(wait: Wait): Promise<(Awaited & { isProven: boolean }) | null> {
  const [row] = await sql.query(FIND, mine(wait))
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
  `DELETE FROM mail_links WHERE ${MINE} AND proven_at IS NOT NULL AND expires_at > clock_timestamp() RETURNING user_id, purpose`,
)

/** The browser that asked goes on; null when there is nothing to go on with. */
export const takeProven = async (tx: Queryable, wait: Wait) => toAwaited((await tx.query(TAKE_PROVEN, mine(wait)))[0])
