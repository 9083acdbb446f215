import { databaseNow, type Queryable, sql, statement } from '#lib/core/db'

export type AnchorRow = {
  fingerprint: string
  certificate: Buffer
  name: string
  types: string[]
  is_pinned: boolean
  trusted_till: Date | null
  source: string
}

const COLUMNS = 'fingerprint, certificate, name, types, is_pinned, trusted_till, source'

const FIND = statement<AnchorRow>(
  'find_trust_anchors',
  `SELECT ${COLUMNS} FROM trust_anchors WHERE $1 = ANY(types) AND (trusted_till IS NULL OR trusted_till > clock_timestamp())`,
)

/** Those that are trusted now for a type. */
export const findAnchors = (type: string): Promise<AnchorRow[]> => sql.query(FIND, [type])

const LIST = statement<AnchorRow>('list_trust_anchors', `SELECT ${COLUMNS} FROM trust_anchors ORDER BY name, fingerprint`)

/** All of them, those that are over as well. */
export const listAnchors = (): Promise<AnchorRow[]> => sql.query(LIST, [])

const PUT = statement<object>(
  'put_trust_anchor',
  `INSERT INTO trust_anchors (fingerprint, certificate, name, types, is_pinned, trusted_till, source, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
   ON CONFLICT (fingerprint) DO UPDATE SET types = excluded.types, is_pinned = excluded.is_pinned, trusted_till = excluded.trusted_till,
     source = excluded.source`,
)

/** One certificate is trusted one way: what is said of it last holds. */
export const putAnchor = async (tx: Queryable, { fingerprint, certificate, name, types, is_pinned, trusted_till, source }: AnchorRow) =>
  tx.query(PUT, [fingerprint, certificate, name, types, is_pinned, trusted_till, source, await databaseNow(tx)])

const DELETE = statement<{ fingerprint: string; name: string }>(
  'delete_trust_anchor',
  `DELETE FROM trust_anchors WHERE fingerprint = $1 RETURNING fingerprint, name`,
)

/** @returns null when there is none */
export const deleteAnchor = async (fingerprint: string) => (await sql.query(DELETE, [fingerprint]))[0] ?? null

const DELETE_OTHERS = statement<{ name: string }>(
  'delete_trust_anchors_of',
  `DELETE FROM trust_anchors WHERE source = $1 AND NOT fingerprint = ANY($2) RETURNING name`,
)

/** What a list held once and holds no more. @returns their names */
export const deleteOthersOf = async (tx: Queryable, source: string, kept: string[]) =>
  (await tx.query(DELETE_OTHERS, [source, kept])).map(({ name }) => name)
