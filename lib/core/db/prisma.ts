import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils'
import { PrismaClient } from '#prisma/generated/client'
import { tracedStatement } from '../tracing'
import { openTransaction } from './open-transaction'
import { closeBeforePool, connectionPool } from './pool'
import { readable } from './primaries'

const shared = globalThis as typeof globalThis & { signetPrisma?: { client: PrismaClient; isLoaded: boolean } }

function opened() {
  if (!shared.signetPrisma) {
    const client = new PrismaClient({ adapter: new JoiningPrismaPg(connectionPool()), errorFormat: 'minimal' })
    shared.signetPrisma = { client, isLoaded: false }
    closeBeforePool(() => {
      delete shared.signetPrisma
      return client.$disconnect()
    })
  }
  return shared.signetPrisma
}

/** Made when first used: 15 MB, which a process that only forwards mail never needs. */
export const prisma = (): PrismaClient => opened().client

export const isPrismaLoaded = (): boolean => shared.signetPrisma?.isLoaded === true

/** Reads and compiles what Prisma is made of: on a busy machine longer than a connection may lie idle in a transaction. */
export async function loadPrisma(): Promise<void> {
  const open = opened()
  await open.client.$connect()
  open.isLoaded = true
}

/** Prisma's adapter; where a transaction of ours is open, Prisma's are part of it. */
class JoiningPrismaPg extends PrismaPg {
  override async connect() {
    const adapter = await super.connect()
    const begin = adapter.startTransaction.bind(adapter)
    adapter.startTransaction = async (isolation) => joined(adapter) ?? begin(isolation)
    return traced(adapter)
  }
}

/** In spans its statements have the name of what they do: the first word of their text. */
function traced<Adapter extends SqlDriverAdapter>(adapter: Adapter): Adapter {
  const { queryRaw, executeRaw } = adapter
  const summary = (sql: string) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/i.exec(sql)?.[1]?.toUpperCase() ?? 'OTHER'
  // Called on what a transaction makes of it, too, so `this` is whoever asks.
  adapter.queryRaw = function (this: Adapter, query) {
    return tracedStatement(summary(query.sql), () => queryRaw.call(this, { ...query, sql: readable(query.sql) }))
  }
  adapter.executeRaw = function (this: Adapter, query) {
    return tracedStatement(summary(query.sql), () => executeRaw.call(this, query))
  }
  return adapter
}

/** What Prisma takes for a transaction of its own, on the connection of the open one; that one alone commits or rolls back. */
function joined(adapter: SqlDriverAdapter): Transaction | undefined {
  const open = openTransaction()
  if (!open) return
  const leave = async () => {}
  return Object.create(adapter, {
    client: { get: open.client },
    options: { value: { usePhantomQuery: true } },
    commit: { value: leave },
    rollback: { value: leave },
  }) as Transaction
}
