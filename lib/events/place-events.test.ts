import { afterAll, expect, it } from 'vitest'
import { apartFromTransaction, closeDatabase, transaction, withDatabase } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { newIdOn, newShard, shardOfCompany } from '#lib/core/shard'
import { aCompany } from '../../e2e/fixtures/world'
import { listEvents } from './list-events'
import { placeDueEvents, placeEvents } from './place-events'
import { recordEvent } from './record-event'

afterAll(closeDatabase)

const told = (app_id = newId('app')) => ({ type: 'alias.enabled' as const, data: { app_id, sub: 'a' } })
const QUERY = { limit: 100, cursor: undefined, type: undefined, app_id: undefined }

it('an event whose transaction ends late stands behind those that were read meanwhile, and is not lost', async () => {
  const { actor } = await aCompany()
  const [early, late] = [newId('app'), newId('app')]
  const begun = (await listEvents(actor, QUERY)).data.at(-1)?.id
  await transaction(async (tx) => {
    await recordEvent(tx, actor.companyId, newShard(), told(late))
    await apartFromTransaction(() => transaction((other) => recordEvent(other, actor.companyId, newShard(), told(early))))
    const meanwhile = await apartFromTransaction(() => listEvents(actor, { ...QUERY, after: begun }))
    expect(meanwhile.data.map(({ data }) => 'app_id' in data && data.app_id)).toEqual([early])
  })
  const seen = await listEvents(actor, { ...QUERY, after: begun })
  expect(seen.data.map(({ data }) => 'app_id' in data && data.app_id)).toEqual([early, late])
  const rest = await listEvents(actor, { ...QUERY, after: seen.data[0]?.id })
  expect(rest.data.map(({ data }) => 'app_id' in data && data.app_id)).toEqual([late])
})

it('what is rolled back is told to nobody', async () => {
  const { actor } = await aCompany()
  const before = (await listEvents(actor, QUERY)).data.length
  await expect(
    transaction(async (tx) => {
      await recordEvent(tx, actor.companyId, newShard(), told())
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect((await listEvents(actor, QUERY)).data).toHaveLength(before)
})

it('a reader who goes on from what they have gets every event once, while many write and many place', async () => {
  const { actor } = await aCompany()
  const sent = new Set<string>()
  let isWriting = true
  const write = async () => {
    for (let count = 0; count < 25; count++) {
      const id = newId('app')
      await transaction(async (tx) => {
        await recordEvent(tx, actor.companyId, newShard(), told(id))
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 15))
      })
      sent.add(id)
    }
  }
  const place = async () => {
    while (isWriting) await placeEvents(actor.companyId)
  }
  const got: unknown[] = []
  let after = (await listEvents(actor, QUERY)).data.at(-1)?.id
  const read = async () => {
    const { data } = await listEvents(actor, { ...QUERY, limit: 7, after })
    got.push(...data.map(({ data: about }) => 'app_id' in about && about.app_id))
    after = data.at(-1)?.id ?? after
    return data.length
  }
  const follow = async () => {
    while (isWriting) await read()
    while ((await read()) > 0);
  }
  const others = [place(), place(), follow()]
  await Promise.all(Array.from({ length: 4 }, write))
  isWriting = false
  await Promise.all(others)
  expect(got).toHaveLength(100)
  expect(new Set(got)).toEqual(sent)
})

it('what has its moment later is told then, behind what happened meanwhile', async () => {
  const { actor } = await aCompany()
  const [now, later] = [newId('app'), newId('app')]
  const begun = (await listEvents(actor, QUERY)).data.at(-1)?.id
  await transaction(async (tx) => {
    await recordEvent(tx, actor.companyId, newShard(), { ...told(later), visibleAt: new Date(Date.now() + 700), grantId: newIdOn('grt') })
    await recordEvent(tx, actor.companyId, newShard(), told(now))
  })
  const read = async () => (await listEvents(actor, { ...QUERY, after: begun })).data.map(({ data }) => 'app_id' in data && data.app_id)
  expect(await read()).toEqual([now])
  await expect.poll(read).toEqual([now, later])
})

it('a company whose events cannot be placed holds up no other', async () => {
  const companies = await Promise.all(Array.from({ length: 6 }, aCompany))
  const [stuck, ...others] = companies.map(({ actor }) => actor.companyId).toSorted() as [string, ...string[]]
  await placeEvents(stuck)
  await withDatabase((db) =>
    db.eventLog.update({ where: { shard_companyId: { shard: shardOfCompany(stuck), companyId: stuck } }, data: { lastPosition: 0 } }),
  )
  for (const companyId of [stuck, ...others]) await transaction((tx) => recordEvent(tx, companyId, newShard(), told()))
  const unplaced = (companyId: string) => withDatabase((db) => db.outgoingEvent.count({ where: { companyId } }))
  const leftAfterATurn = async () => {
    await placeDueEvents()
    return Promise.all(others.map(unplaced))
  }
  // What another process places meanwhile is left to it.
  await expect.poll(leftAfterATurn).toEqual(others.map(() => 0))
  expect(await unplaced(stuck)).toBe(1)
  await withDatabase((db) => db.outgoingEvent.deleteMany({ where: { companyId: stuck } }))
})
