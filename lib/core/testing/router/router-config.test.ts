import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { rangesOf, routerConfig, SHARDS } from '../../../../scripts/lib/shards/router-config.mjs'
import { ALIKE, readTables } from '../../../../scripts/lib/shards/tables.mjs'
import { databaseOf } from './where-to'

describe('the router’s settings', () => {
  it.each([
    ['pgdog.toml', 1],
    ['pgdog-2.toml', 2],
  ])('in deploy/shards/%s are those of the schema as it is: `npm run shards:config -- %i` makes them anew', (file, databases) => {
    expect(readFileSync(`deploy/shards/${file}`, 'utf8')).toBe(routerConfig(databases))
  })

  it('name every table once, where its rows are', () => {
    const { sharded, alike, unplaced } = readTables()
    expect(unplaced).toEqual([])
    const all = [...sharded, ...alike]
    expect(new Set(all).size).toBe(all.length)
    expect(alike).toEqual([...ALIKE].sort())
    expect(sharded).toEqual(expect.arrayContaining(['users', 'grants', 'access_tokens', 'queued_jobs']))
  })

  it.each([1, 2, 3, 5])('send every shard to one of %i databases, about as many to each, and to the one that tests take', (databases) => {
    const ranges = rangesOf(databases)
    for (let shard = 0; shard < SHARDS; shard++) {
      const found = ranges.flatMap(({ start, end }, nth) => (shard >= start && shard < end ? [nth] : []))
      if (found.length !== 1 || found[0] !== databaseOf(shard, databases)) throw new Error(`shard ${shard} is on ${found}`)
    }
    const sizes = ranges.map(({ start, end }) => end - start)
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
  })
})
