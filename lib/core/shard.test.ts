import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { closeDatabase, sql, statement } from './db'
import { noteAnswer } from './db/answering'
import { isId, newId } from './random-id'
import { issueSecret, secretHashes } from './secret-token'
import { newIdOn, newShard, randomOn, SHARDS, shardOf, shardOfCompany, shardOfHash, shardsIn } from './shard'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => Math.max(0, BASE62.indexOf(String.fromCharCode(code))))
const digit = (text: string, fromEnd: number) => DIGITS[text.charCodeAt(text.length - fromEnd)] as number

/** What an observer sees of the place that carries the shard. */
const seen = (text: string) => ((digit(text, 3) * 62 + digit(text, 2)) * 62 + digit(text, 1)) % SHARDS

/** How many standard deviations counts lie from an even spread. */
function unevenness(counts: Uint32Array): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  const freedom = counts.length - 1
  return (chiSquare - freedom) / Math.sqrt(2 * freedom)
}

const TOO_UNEVEN = 6

describe('a sealed shard', () => {
  it('is what the identifier opens to, in every kind and lettering, and the identifier is as long as before', () => {
    for (let i = 0; i < 200; i++) {
      const shard = newShard()
      expect(shardsIn('sub', randomOn(shard, 'sub', 22))).toEqual([shard])
      expect(shardsIn('alias', randomOn(shard, 'alias', 16, 'base32'), 'base32')).toEqual([shard])
      expect(shardOf(newIdOn('usr', shard))).toBe(shard)
      const { secret, hash } = issueSecret('sga', shard)
      expect(secretHashes('sga', secret)).toEqual([hash])
      expect(shardOfHash(hash)).toBe(shard)
      expect(secret).toMatch(/^sga_[0-9A-Za-z]{49}$/)
    }
    expect(randomOn(1, 'sub', 22)).toMatch(/^[0-9A-Za-z]{22}$/)
    expect(randomOn(1, 'alias', 16, 'base32')).toMatch(/^[a-z2-7]{16}$/)
    expect(isId('grt', newIdOn('grt'))).toBe(true)
  })

  it('of any other text is some shard, and never an error', () => {
    for (const text of ['', 'usr_', 'usr_äöü', 'x'.repeat(300), 'usr_0000000000000000000000', '\0']) expect(shardOf(text)).toBeGreaterThanOrEqual(0)
    expect(secretHashes('sga', 'sga_nothing')).toEqual([])
    for (const text of ['', '!!', 'zzzzzzzzzzzzzzzzzzzzzz']) for (const shard of shardsIn('sub', text)) expect(shard).toBeLessThan(SHARDS)
  })

  it('does not show: of a million identifiers of 4,096 shards none is likelier on one than on another', () => {
    const all = new Uint32Array(SHARDS)
    const low = new Uint32Array(SHARDS)
    const high = new Uint32Array(SHARDS)
    for (let i = 0; i < 1_000_000; i++) {
      const shard = i % SHARDS
      // Short ones are drawn sooner; what is sealed is the same.
      const value = seen(randomOn(shard, 'sub', 9))
      all[value] = (all[value] as number) + 1
      const [lowPair, highPair] = [(shard % 64) * 64 + (value % 64), (shard >> 6) * 64 + (value >> 6)]
      low[lowPair] = (low[lowPair] as number) + 1
      high[highPair] = (high[highPair] as number) + 1
    }
    for (const counts of [all, low, high]) expect(unevenness(counts)).toBeLessThan(TOO_UNEVEN)
  }, 120_000)

  it('joins nobody: what two identifiers of one shard show differs as that of two strangers does', () => {
    const differences = new Uint32Array(SHARDS)
    for (let i = 0; i < 50_000; i++) {
      const shard = i % 7
      const difference = seen(randomOn(shard, 'sub', 9)) ^ seen(i % 2 === 0 ? randomOn(shard, 'alias', 9) : newIdOn('grt', shard))
      differences[difference] = (differences[difference] as number) + 1
    }
    expect(unevenness(differences)).toBeLessThan(TOO_UNEVEN)
  })
})

describe('a key beside the first one', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  const key = (id: string) => `${id}:${Buffer.alloc(32, id).toString('base64url')}`
  const under = async (keys: string) => {
    vi.resetModules()
    vi.stubEnv('SHARD_KEY', keys)
    return import('./shard')
  }

  it('seals what is given out from now on; what was given out under the others opens, and ids name the same shard for ever', async () => {
    const before = await under(key('s1'))
    const [sub, id] = [before.randomOn(77, 'sub', 22), before.newIdOn('usr', 77)]
    const after = await under(`${key('s2')},${key('s1')}`)
    expect(after.shardsIn('sub', sub)).toContain(77)
    expect(after.shardsIn('sub', sub)).toHaveLength(2)
    expect(after.shardsIn('sub', after.randomOn(9, 'sub', 22))[0]).toBe(9)
    expect([after.shardOf(id), after.shardOf(after.newIdOn('usr', 5))]).toEqual([77, 5])
  })

  it('of another database opens nothing', async () => {
    const { randomOn: sealed } = await under(key('s1'))
    const texts = Array.from({ length: 50 }, () => sealed(77, 'sub', 22))
    const { shardsIn: opened } = await under(key('s9'))
    expect(texts.filter((text) => opened('sub', text).includes(77)).length).toBeLessThan(5)
  })
})

describe('where a primary does not answer', () => {
  afterEach(() => {
    for (const nth of [0, 1, 2]) noteAnswer(nth, true)
    vi.unstubAllEnvs()
    vi.resetModules()
  })

  it.each([2, 3])('of %i, what may be in either place is on one that answers, and at home where none does', async (count) => {
    vi.resetModules()
    vi.stubEnv('SHARD_PRIMARIES', String(count))
    const { newShard, primaryOf, standIn, twinOf } = await import('./shard')
    const shards = Array.from({ length: 64 }, (_, n) => n * 64)
    expect(shards.filter((shard) => primaryOf(shard) === primaryOf(twinOf(shard)))).toEqual([])
    expect(shards.map(standIn)).toEqual(shards)
    noteAnswer(1, false)
    for (const shard of shards) expect(standIn(shard)).toBe(primaryOf(shard) === 1 ? twinOf(shard) : shard)
    for (let n = 0; n < 64; n++) expect(primaryOf(newShard())).not.toBe(1)
    for (const nth of [0, 2]) noteAnswer(nth, false)
    expect(shards.map(standIn)).toEqual(shards)
  })
})

describe('the shard of a company', () => {
  afterAll(closeDatabase)

  it('is the same to the database as to us, and as even', async () => {
    const ids = Array.from({ length: 40 * SHARDS }, () => newId('cmp'))
    const counts = new Uint32Array(SHARDS)
    for (const id of ids) (counts[shardOfCompany(id)] as number)++
    expect(Math.abs(unevenness(counts))).toBeLessThan(TOO_UNEVEN)
    const some = ids.slice(0, 500)
    const asked = statement<{ shard: number }>(
      'test_company_shards',
      'SELECT company_shard(id) AS shard FROM unnest($1::text[]) WITH ORDINALITY u (id, nth) ORDER BY nth',
    )
    expect((await sql.query(asked, [some])).map(({ shard }) => shard)).toEqual(some.map(shardOfCompany))
  })
})
