import { z } from 'zod'
import { ApiError } from './api-error'

/** Keyset pagination: `limit` 1–100 (default 50) and an opaque `cursor` that names the last row of the page before. */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(50).describe('How many items to return, 1 to 100.'),
  cursor: z.string().max(500).optional().describe('`next_cursor` of the page before.'),
})

export type PageQuery = z.infer<typeof pageQuery>

export const listOf = <Item extends z.ZodType>(item: Item) => z.strictObject({ data: z.array(item), next_cursor: z.string().nullable() })

const encode = (key: string[]) => Buffer.from(JSON.stringify(key)).toString('base64url')

/** @throws ApiError `invalid_request` when the cursor is not one we gave out. */
export function decodeCursor(cursor: string | undefined, parts: number): string[] | null {
  if (cursor === undefined) return null
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(key) && key.length === parts && key.every((part) => typeof part === 'string')) return key
  } catch {
    // falls through to the one refusal
  }
  throw new ApiError('invalid_request', 'cursor: is not one that this list returned')
}

/** Cuts a result read with `limit + 1` rows down to a page. */
export function toPage<Row, Item>(rows: Row[], limit: number, present: (row: Row) => Item, keyOf: (row: Row) => string[]) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { data: shown.map(present), next_cursor: rows.length > limit && last !== undefined ? encode(keyOf(last)) : null }
}
