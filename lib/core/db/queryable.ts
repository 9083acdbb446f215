import type { PrismaClient } from '#prisma/generated/client'
import type { Statement } from './statement'

/** Runs statements: on any connection of the pool, or on the one of a transaction. */
export type Queryable = {
  query<Row extends object>(statement: Statement<Row>, values: unknown[]): Promise<Row[]>
}

/** Prisma's client beside statements, both on the same connection inside a transaction. */
export type Prisma = Queryable &
  Pick<PrismaClient, Exclude<keyof PrismaClient, '$transaction' | '$connect' | '$disconnect' | '$on' | '$use' | '$extends'>>
