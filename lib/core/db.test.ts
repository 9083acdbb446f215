import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { inBatches } from './batch'
import { apartFromTransaction, readBytes, sql, statement, transaction, undoneByThrow, withDatabase } from './db'
import { UnavailableError } from './errors'

const OWN_PID = statement<{ pid: number }>('test_own_pid', 'SELECT pg_backend_pid() AS pid')
const END = statement<object>('test_end_connection', 'SELECT pg_terminate_backend($1)')
const ADD = statement<object>('test_add_row', 'INSERT INTO login_throttles (shard, subject_hash, failures, expires_at) VALUES (1, $1, 1, now())')
const COUNT = statement<{ found: number }>('test_count_rows', 'SELECT count(*)::int AS found FROM login_throttles WHERE subject_hash = ANY($1)')

const newKey = () => randomBytes(32) as Buffer<ArrayBuffer>
const row = (subjectHash: Buffer<ArrayBuffer>) => ({ data: { shard: 1, subjectHash, failures: 1, expiresAt: new Date() } })
const found = async (...keys: Buffer[]) => (await sql.query(COUNT, [keys]))[0]?.found
const ownPid = async () => (await sql.query(OWN_PID, []))[0]?.pid
const pidOfPrisma = (db: Parameters<Parameters<typeof withDatabase>[0]>[0]) => db.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`

/** Which connection answered, and how many were asked for together. */
const whereAsked = inBatches(
  statement<{ nth: number; pid: number; together: number }>(
    'test_where_asked',
    `SELECT nth::int - 1 AS nth, pg_backend_pid() AS pid, cardinality($1::text[]) AS together FROM unnest($1::text[]) WITH ORDINALITY AS asked (word, nth)`,
  ),
  (words: string[]) => [words],
)

/** Work whose transaction is undone at its end. */
const undone = async (work: () => Promise<unknown>) => {
  const refusal = new Error('undone')
  await expect(
    transaction(async () => {
      await work()
      throw refusal
    }),
  ).rejects.toBe(refusal)
}

describe('a transaction', () => {
  it('holds statements and Prisma on one connection, whichever came first', async () => {
    for (const isPrismaFirst of [true, false]) {
      const pids = await transaction(async (tx) => {
        const ask = [async () => (await tx.query(OWN_PID, []))[0]?.pid, async () => (await pidOfPrisma(tx))[0].pid]
        const first = await (isPrismaFirst ? ask.reverse() : ask)[0]?.()
        return [first, await ask[1]?.(), await ownPid(), await withDatabase(async (db) => (await pidOfPrisma(db))[0].pid)]
      })
      expect(new Set(pids).size).toBe(1)
    }
  })

  it('undoes what was asked inside it, by whatever door', async () => {
    const [one, two, three, four] = [newKey(), newKey(), newKey(), newKey()]
    await undone(async () => {
      await sql.query(ADD, [one])
      await withDatabase((db) => db.loginThrottle.create(row(two)))
      await transaction((tx) => tx.query(ADD, [three]))
      await transaction((tx) => tx.loginThrottle.create(row(four)))
      expect(await found(one, two, three, four)).toBe(4)
      expect(await readBytes(`SELECT subject_hash FROM login_throttles WHERE subject_hash = '\\x${one.toString('hex')}'`, () => {})).toBe(1)
    })
    expect(await found(one, two, three, four)).toBe(0)
  })

  it('commits statements and Prisma together', async () => {
    const [one, two] = [newKey(), newKey()]
    await transaction(async (tx) => {
      await tx.query(ADD, [one])
      await tx.loginThrottle.create(row(two))
    })
    expect(await found(one, two)).toBe(2)
  })

  it('keeps what was asked apart from it by name', async () => {
    const [kept, gone] = [newKey(), newKey()]
    await undone(async () => {
      await apartFromTransaction(() => sql.query(ADD, [kept]))
      await sql.query(ADD, [gone])
    })
    expect([await found(kept), await found(gone)]).toEqual([1, 0])
  })

  it('refuses every query that its work left running when it is over', async () => {
    const later: (() => Promise<unknown>)[] = []
    const { tx, gate } = await transaction(async (tx) => {
      await tx.loginThrottle.count()
      let open = () => {}
      const opened = new Promise<void>((resolve) => {
        open = resolve
      })
      const stray = (work: () => Promise<unknown>) => {
        const asked = opened.then(work)
        asked.catch(() => {})
        later.push(() => asked)
      }
      stray(ownPid)
      stray(() => withDatabase((db) => db.loginThrottle.count()))
      stray(() => transaction(ownPid))
      stray(() => readBytes('SELECT 1', () => {}))
      stray(() => whereAsked('late'))
      return { tx, gate: open }
    })
    gate()
    for (const asked of later) await expect(asked()).rejects.toThrow(/over|closed/)
    await expect(tx.query(OWN_PID, [])).rejects.toThrow(/over/)
    await expect(tx.loginThrottle.count()).rejects.toThrow(/closed/)
  })

  it('fails when a failed statement in it was passed over', async () => {
    const key = newKey()
    const careless = transaction(async (tx) => {
      await tx.query(ADD, [key])
      await tx.query(ADD, [key]).catch(() => {})
    })
    await expect(careless).rejects.toThrow(/passed over/)
    expect(await found(key)).toBe(0)
  })

  it('undoes a part that throws and keeps what came before', async () => {
    const [before, part] = [newKey(), newKey()]
    await transaction(async (tx) => {
      await tx.query(ADD, [before])
      const broken = undoneByThrow(tx, async () => {
        await tx.loginThrottle.create(row(part))
        await tx.query(ADD, [before])
      })
      await expect(broken).rejects.toMatchObject({ code: '23505' })
    })
    expect([await found(before), await found(part)]).toEqual([1, 0])
  })

  it('outlives a connection that is lost between two statements', async () => {
    const interrupted = transaction(async (tx) => {
      const pid = (await tx.query(OWN_PID, []))[0]?.pid
      await apartFromTransaction(() => sql.query(END, [pid]))
      await pause(200)
      await tx.query(OWN_PID, [])
    })
    await expect(interrupted).rejects.toBeInstanceOf(UnavailableError)
    expect(await sql.query(OWN_PID, [])).toHaveLength(1)
  })

  it('is never shared by strangers who ask at once, in batches or alone', async () => {
    const inside = () =>
      transaction(async (tx) => {
        const own = (await tx.query(OWN_PID, []))[0]?.pid
        const [batched, prismas] = await Promise.all([
          whereAsked('inside'),
          tx.loginThrottle.findUnique({ where: { shard_subjectHash: { shard: 1, subjectHash: newKey() } } }),
        ])
        expect(prismas).toBeNull()
        return { own, batched }
      })
    const outside = () => Promise.all([whereAsked('a'), whereAsked('b')])
    const [first, strangers, second] = await Promise.all([inside(), outside(), inside()])
    for (const { own, batched } of [first, second]) expect(batched).toMatchObject({ pid: own, together: 1 })
    for (const asked of strangers) expect([first.own, second.own]).not.toContain(asked?.pid)
  })
})
