import { type Prisma, sql, statement } from '#lib/core/db'
import { byShard, shardOf } from '#lib/core/shard'
import type { Owner, Realm } from '../realm'
import { byRealm } from '../tables'
import { CODE_SECONDS } from './lifetimes'

/** What a link does whose owner got it by mail: people's first, then those of staff. */
export type LinkPurpose = { person: 'confirm_email' | 'log_in' | 'recover' | 'change_email'; staff: 'confirm' | 'recover' }

export type NewLink<For extends Realm> = {
  tokenHash: Buffer
  purpose: LinkPurpose[For]
  browserHash?: Buffer
  lifetimeSeconds: number
  /** Of people alone: the fingerprint of the code in the same mail. */
  codeHash?: For extends 'person' ? Buffer : never
  /** Of people alone: the address that a change of address leads to. */
  emailSealed?: For extends 'person' ? Buffer : never
}

const INSERT = byRealm(({ links, accounts, owner }, realm) =>
  statement<object>(
    `insert_link_${realm}`,
    `INSERT INTO ${links} (shard, token_hash, ${owner}, purpose, browser_hash, expires_at${realm === 'person' ? ', email_sealed, code_hash, code_expires_at' : ''})
     SELECT $7::smallint, $1, a.id, $3, $4, clock_timestamp() + make_interval(secs => $5)${
       realm === 'person' ? `, $8, $9, CASE WHEN $9::bytea IS NOT NULL THEN clock_timestamp() + make_interval(secs => ${CODE_SECONDS}) END` : ''
     }
     FROM ${accounts} a WHERE a.shard = $7 AND a.id = $2 AND a.access_version = coalesce($6, a.access_version) FOR SHARE OF a RETURNING 1`,
  ),
)

/**
 * Opens a link. When who can get in is being changed at this moment, it waits.
 * @param accessVersion under which the account was read; null for a link that counts as asked for after such a change
 * @returns false when that changed, so that the link must not be sent
 */
export async function insertLink<For extends Realm>(
  tx: Prisma,
  { realm, id }: Owner & { realm: For },
  accessVersion: number | null,
  link: NewLink<For>,
): Promise<boolean> {
  const values = [link.tokenHash, id, link.purpose, link.browserHash ?? null, link.lifetimeSeconds, accessVersion, shardOf(id)]
  const ofPeople = realm === 'person' ? [link.emailSealed ?? null, link.codeHash ?? null] : []
  return (await tx.query(INSERT[realm], [...values, ...ofPeople])).length === 1
}

export type FoundLink = { ownerId: string; browserHash: Buffer | null; emailSealed: Buffer | null }

type FoundRow = { owner_id: string; browser_hash: Buffer | null; email_sealed?: Buffer | null }

const FIND = byRealm(({ links, owner }, realm) =>
  statement<FoundRow>(
    `find_link_${realm}`,
    `SELECT ${owner} AS owner_id, browser_hash${realm === 'person' ? ', email_sealed' : ''}
     FROM ${links} WHERE shard = $3 AND token_hash = ANY($1) AND purpose = $2 AND expires_at > clock_timestamp()`,
  ),
)

/** The link of a token, left unused. */
export async function findLink<For extends Realm>(realm: For, hashes: Buffer[], purpose: LinkPurpose[For]): Promise<FoundLink | null> {
  for (const { shard, hashes: there } of byShard(hashes)) {
    const [row] = await sql.query(FIND[realm], [there, purpose, shard])
    if (row) return { ownerId: row.owner_id, browserHash: row.browser_hash, emailSealed: row.email_sealed ?? null }
  }
  return null
}

const USE = byRealm(({ links, owner }, realm) =>
  statement<object>(
    `use_link_${realm}`,
    `DELETE FROM ${links} WHERE shard = $4 AND token_hash = ANY($1) AND purpose = $2 AND ${owner} = $3 AND expires_at > clock_timestamp() RETURNING 1`,
  ),
)

const END_OTHERS = byRealm(({ links, owner }, realm) =>
  statement<object>(`end_other_links_${realm}`, `DELETE FROM ${links} WHERE shard = $4 AND ${owner} = $1 AND purpose = $2 AND token_hash <> ALL($3)`),
)

/** Ends the links of this purpose but these. */
export const endOtherLinks = <For extends Realm>(tx: Prisma, { realm, id }: Owner & { realm: For }, purpose: LinkPurpose[For], hashes: Buffer[]) =>
  tx.query(END_OTHERS[realm], [id, purpose, hashes, shardOf(id)])

/** Uses a link up, and with it every other of this purpose. @returns false when somebody was faster */
export async function consumeLink<For extends Realm>(
  tx: Prisma,
  owner: Owner & { realm: For },
  hashes: Buffer[],
  purpose: LinkPurpose[For],
): Promise<boolean> {
  const used = await tx.query(USE[owner.realm], [hashes, purpose, owner.id, shardOf(owner.id)])
  if (used.length !== 1) return false
  await endOtherLinks(tx, owner, purpose, [])
  return true
}
