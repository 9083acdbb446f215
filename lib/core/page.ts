import { z } from 'zod'
import { ApiError } from './api-error'
import { isStorableText } from './outside-text'
import { wholeNumber } from './whole-number'

/** Keyset pagination: `limit` 1–100 (default 50) and an opaque `cursor` that names the last row of the page before. */
export const pageQuery = z.strictObject({
  limit: wholeNumber(1, 100).default(50).describe('How many items to return, 1 to 100. Default: 50.'),
  cursor: z.string().max(500).optional().describe('`next_cursor` of the page before.'),
})

export type PageQuery = z.infer<typeof pageQuery>

/** A page of items; the list of a named thing has a name too. */
export const listOf = <Item extends z.ZodType>(item: Item) => {
  const list = z.strictObject({
    data: z.array(item),
    next_cursor: z
      .string()
      .nullable()
      .describe('`cursor` of the next page; null on the last.')
      .meta({ examples: [null] }),
  })
  const name = item.meta()?.id
  return name === undefined ? list : list.meta({ id: `${name}List` })
}

export const encodeCursor = (key: string[]) => Buffer.from(JSON.stringify(key)).toString('base64url')

const foreignCursor = () => new ApiError('invalid_request', 'cursor: is not one that this list returned')

/** @throws ApiError `invalid_request` when the cursor is not one we gave out. */
export function decodeCursor(cursor: string | undefined, parts: number): string[] | null {
  if (cursor === undefined) return null
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(key) && key.length === parts && key.every((part) => typeof part === 'string' && isStorableText(part))) return key
  } catch {
    // falls through to the one refusal
  }
  throw foreignCursor()
}

/** The form `toISOString` gives; other times that `Date` can read reach beyond what the database holds. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** A cursor made of a time and an id, for lists with the newest first. @throws ApiError `invalid_request` */
export function decodeTimeCursor(cursor: string | undefined): { createdAt: Date; id: string } | null {
  const [time = '', id = ''] = decodeCursor(cursor, 2) ?? []
  if (cursor === undefined) return null
  const createdAt = new Date(TIME.test(time) ? time : Number.NaN)
  if (Number.isNaN(createdAt.getTime())) throw foreignCursor()
  return { createdAt, id }
}

/** Cuts a result read with `limit + 1` rows down to a page. */
export function toPage<Row, Item>(rows: Row[], limit: number, present: (row: Row) => Item, keyOf: (row: Row) => string[]) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { data: shown.map(present), next_cursor: rows.length > limit && last !== undefined ? encodeCursor(keyOf(last)) : null }
}
