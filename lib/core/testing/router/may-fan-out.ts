import { OF_ALL } from '#lib/core/db/primaries'
import { MAY_SPAN, NOT_YET } from '../statements-without-shard'

/** What Prisma makes of calls that are on the lists. */
const OF_PRISMA = [
  /^SELECT .* FROM "public"\."verification_sessions" WHERE .*"(?:company_id|user_id|expected_user_id)" =/,
  /^SELECT .* FROM "public"\."document_contests" WHERE /,
  /^SELECT .* FROM "public"\."demo_people" WHERE "public"\."demo_people"\."company_id" =/,
  // What Prisma asks for nobody, when a row refers to nothing.
  /WHERE \("public"\."\w+"\."shard" IN \(NULL\)/,
  /^SELECT .* FROM "public"\."outgoing_mails" WHERE 1=1 ORDER BY "public"\."outgoing_mails"."created_at" DESC/,
]

const PIECES = [MAY_SPAN, NOT_YET].flatMap(Object.keys).filter((piece) => !piece.includes('.ts') && !piece.includes('${'))

/**
 * Whether a statement may go to every database though it says no shard: one of those that may, or do not say it yet, and what a
 * test itself looks for.
 */
export const mayFanOut = (text: string, name = ''): boolean =>
  /^test_(?!forgets)/.test(name) ||
  text.startsWith(OF_ALL) ||
  PIECES.some((piece) => text.includes(piece)) ||
  OF_PRISMA.some((pattern) => pattern.test(text))
