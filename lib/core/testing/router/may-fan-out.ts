import { MAY_SPAN, NOT_YET } from '../statements-without-shard'

/** The same in what Prisma makes of the calls that are on the lists. */
const OF_PRISMA = [/^SELECT .* FROM "public"\."users" WHERE [^$]*"email_index" IN/, /^SELECT .* FROM "public"\."users" WHERE [^$]*"email_index" =/]

const PIECES = [MAY_SPAN, NOT_YET].flatMap(Object.keys).filter((piece) => !piece.includes('.ts') && !piece.includes('${'))

/** Whether a statement is one of those that may go to every database, or does not say its shard yet. */
export const mayFanOut = (text: string): boolean => PIECES.some((piece) => text.includes(piece)) || OF_PRISMA.some((pattern) => pattern.test(text))
