import { EventEmitter } from 'node:events'
import pg from 'pg'
import { Gate } from './gate'
import { type Catalogue, type Whither, whereTo } from './where-to'

type Asked = { text: string; name?: string; values?: unknown[]; callback?: (error?: Error) => void }
type Result = pg.QueryResult

const asAsked = (asked: Asked | string, values: unknown[] = []): Asked => (typeof asked === 'string' ? { text: asked, values } : asked)

/** Numbers that Prisma counts on each database are added up; those of other statements the product adds itself. */
function added(results: Result[]): Result['rows'] | undefined {
  const [first] = results as [Result]
  if (first.fields.length !== 1 || !first.fields[0]?.name.startsWith('_count')) return
  const counts = results.map(({ rows: [row] }) => Object.values(row as object)[0] as string | number | bigint)
  const sum = counts.reduce((total: number, count) => total + Number(count), 0)
  const value = typeof counts[0] === 'string' ? String(sum) : typeof counts[0] === 'bigint' ? BigInt(sum) : sum
  return [Array.isArray(first.rows[0]) ? [value] : { [first.fields[0].name]: value }]
}

/** One answer of several: of rows that are alike that of the first, otherwise all of them. */
function together(results: Result[], { isSame }: Whither): Result {
  const [first] = results as [Result]
  if (isSame || results.length === 1) return first
  return Object.assign(Object.create(Object.getPrototypeOf(first)), first, {
    rows: added(results) ?? results.flatMap(({ rows }) => rows),
    rowCount: results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0),
  })
}

/**
 * What stands for the router in tests: a pool over several databases that sends each statement where its shard is. It knows no more
 * than the router does, the text and its parameters, and is stricter: what forgot its shard fails.
 */
export class RouterPool extends pg.Pool {
  private turn = 0
  private opened: pg.Pool[] | undefined
  private readonly gate = new Gate()

  constructor(
    private urls: string[],
    private readonly openOne: (url: string) => pg.Pool,
    private catalogue: Catalogue,
    private readonly mayFanOut: (text: string, name?: string) => boolean,
  ) {
    super()
  }

  /** Opened when first asked: a test may set its environment before. */
  get pools(): pg.Pool[] {
    this.opened ??= this.urls.map(this.openOne)
    return this.opened
  }

  whither({ text, name, values = [] }: Asked): Whither {
    const whither = whereTo(text, values, this.catalogue, (asked) => this.mayFanOut(asked, name))
    // What is alike everywhere is read anywhere, by turns, so that what is not shows.
    return whither.databases.length > 0 ? whither : { ...whither, databases: [this.turn++ % this.urls.length] }
  }

  override query = ((given: Asked | string, values?: unknown[]) => this.ask(asAsked(given, values))) as never

  override connect = (async () => {
    await this.gate.enter()
    return new RouterClient(this, () => this.gate.leave())
  }) as never

  /** Whoever asks now waits. @returns once no statement and no transaction is under way */
  pause = (): Promise<void> => this.gate.close()

  /** @param urls of its databases from now on, those that it has already first */
  resume(urls: string[]): void {
    this.opened = [...this.pools, ...urls.slice(this.urls.length).map(this.openOne)]
    this.urls = urls
    this.catalogue = { ...this.catalogue, databases: urls.length }
    this.gate.open()
  }

  override async end(): Promise<void> {
    await Promise.all(this.pools.map((pool) => pool.end()))
  }

  private async ask(asked: Asked): Promise<Result> {
    await this.gate.enter()
    return this.send(asked).finally(() => this.gate.leave())
  }

  private async send(asked: Asked): Promise<Result> {
    const whither = this.whither(asked)
    if (whither.databases.length === 1 || !whither.isWrite)
      return together(await Promise.all(whither.databases.map((nth) => this.pools[nth]?.query(asked) as Promise<Result>)), whither)
    const client = new RouterClient(this)
    try {
      await client.query('BEGIN')
      const result = await client.query(asked)
      await client.query('COMMIT')
      return result
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
  }
}

/** A connection to each database that its transaction came to, opened when it does. */
class RouterClient extends EventEmitter {
  private readonly open = new Map<number, pg.PoolClient>()
  private isInside = false
  private isFailed = false
  private savepoints: string[] = []
  private last: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly router: RouterPool,
    private readonly leave = () => {},
  ) {
    super()
  }

  query(given: Asked | string, values?: unknown[]): Promise<Result> {
    const asked = asAsked(given, values)
    const answer = this.last.then(() => this.answer(asked))
    this.last = answer.catch(() => {})
    if (asked.callback) void answer.catch(asked.callback)
    return answer
  }

  release(error?: Error | boolean) {
    for (const client of this.open.values()) client.release(error)
    this.open.clear()
    this.leave()
  }

  private async answer(asked: Asked): Promise<Result> {
    const [word = ''] = /^\w+/.exec(asked.text.trim()) ?? []
    if (/^(?:BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)$/i.test(word)) return this.control(asked.text.trim(), word.toUpperCase())
    if (this.isFailed) throw Object.assign(new Error('current transaction is aborted'), { code: '25P02' })
    try {
      const whither = this.whither(asked)
      const results: Result[] = []
      for (const nth of whither.databases) results.push(await (await this.at(nth)).query(asked))
      return together(results, whither)
    } catch (error) {
      this.isFailed = this.isInside
      throw error
    }
  }

  /** Rows that are alike are read where the transaction is already. */
  private whither(asked: Asked): Whither {
    const whither = this.router.whither(asked)
    const [nth] = this.open.keys()
    return whither.isSame && !whither.isWrite && nth !== undefined ? { ...whither, databases: [nth] } : whither
  }

  private async at(nth: number): Promise<pg.PoolClient> {
    const there = this.open.get(nth)
    if (there) return there
    const client = (await this.router.pools[nth]?.connect()) as pg.PoolClient
    this.open.set(nth, client)
    if (this.isInside) await client.query('BEGIN')
    for (const name of this.savepoints) await client.query(`SAVEPOINT ${name}`)
    return client
  }

  private async control(text: string, word: string): Promise<Result> {
    const undoTo = /^ROLLBACK TO (?:SAVEPOINT )?(\w+)/i.exec(text)
    if (word === 'BEGIN') this.isInside = true
    else if (word === 'SAVEPOINT') this.savepoints.push(text.split(/\s+/)[1] as string)
    else if (undoTo) this.isFailed = false
    else if (word !== 'RELEASE') return this.endAll(word === 'COMMIT' && !this.isFailed ? 'COMMIT' : 'ROLLBACK')
    if (word !== 'BEGIN') for (const client of this.open.values()) await client.query(text)
    return { command: word, rows: [], rowCount: 0 } as unknown as Result
  }

  private async endAll(word: 'COMMIT' | 'ROLLBACK'): Promise<Result> {
    this.isInside = this.isFailed = false
    this.savepoints = []
    for (const client of this.open.values()) await client.query(word)
    return { command: word, rows: [], rowCount: 0 } as unknown as Result
  }
}
