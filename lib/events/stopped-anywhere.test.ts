import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, transaction, withDatabase } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { newIdOn, newShard, shardOf, shardOfCompany } from '#lib/core/shard'
import { createWebhookInput } from '#lib/webhooks/contract'
import { createWebhook } from '#lib/webhooks/create-webhook'
import { aCompany, type TestCompany } from '../../e2e/fixtures/world'
import { listEvents } from './list-events'
import { claimEvent, findDueEventsOf, type OutgoingEvent, takeBackUntold } from './outgoing-store'
import { placeDueEvents, placeEvents } from './place-events'
import { recordEvent } from './record-event'
import { placeEventsOf } from './store'

afterAll(closeDatabase)

const QUERY = { limit: 100, cursor: undefined, after: undefined, type: ['alias.enabled' as const], app_id: undefined }

/** A company whose address wants to hear of aliases. */
async function aListener() {
  const company = await aCompany()
  const { id } = await createWebhook(company.actor, createWebhookInput.parse({ url: 'https://hooks.example/', event_types: ['alias.enabled'] }))
  await placeEvents(company.actor.companyId)
  return { company, webhookId: id }
}
type Listener = Awaited<ReturnType<typeof aListener>>

async function tell({ actor }: TestCompany, grantId?: string): Promise<string> {
  const app_id = newId('app')
  const told = { type: 'alias.enabled' as const, data: { app_id, sub: 'a' }, ...(grantId && { grantId, visibleAt: new Date() }) }
  await transaction((tx) => recordEvent(tx, actor.companyId, grantId ? shardOf(grantId) : newShard(), told))
  return app_id
}
const due = ({ actor }: TestCompany) => findDueEventsOf(actor.companyId)

/** What the log says, what the address is to be sent, and what waits. */
async function told({ company, webhookId }: Listener) {
  const { data } = await listEvents(company.actor, QUERY)
  const [sent, waiting] = await withDatabase(async (db) => [
    await db.webhookDelivery.findMany({ where: { webhookId } }),
    await db.outgoingEvent.count({ where: { companyId: company.actor.companyId } }),
  ])
  expect(sent.map(({ eventId }) => eventId).toSorted()).toEqual(data.map(({ id }) => id).toSorted())
  expect(waiting).toBe(0)
  return data.map(({ data: about }) => 'app_id' in about && about.app_id)
}

describe('whoever moves an event and is stopped', () => {
  it('before it has its place has lost nothing', async () => {
    const listener = await aListener()
    const app = await tell(listener.company, newIdOn('grt'))
    for (const event of await due(listener.company)) await claimEvent(event)
    expect(await told(listener)).toEqual([app])
  })

  it('when it has its place and still waits has told nothing twice', async () => {
    const listener = await aListener()
    const app = await tell(listener.company)
    await placeEventsOf(listener.company.actor.companyId, await due(listener.company))
    expect(await due(listener.company)).toHaveLength(1)
    const later = await tell(listener.company)
    expect(await told(listener)).toEqual([app, later])
  })

  it('for so long that others moved it and what came after it, changes nothing any more', async () => {
    const listener = await aListener()
    const { companyId } = listener.company.actor
    const app = await tell(listener.company)
    const read = await due(listener.company)
    const later = await tell(listener.company)
    expect(await told(listener)).toEqual([app, later])
    await placeEventsOf(companyId, read)
    expect(await told(listener)).toEqual([app, later])
  })
})

describe('what is told at a moment of its own', () => {
  it('is told to nobody when it is taken back after somebody read it and before they claimed it', async () => {
    const listener = await aListener()
    const grantId = newIdOn('grt')
    await tell(listener.company, grantId)
    const [read] = (await due(listener.company)) as [OutgoingEvent]
    expect(await takeBackUntold(sql, grantId)).toHaveLength(1)
    expect(await claimEvent(read)).toBe(false)
    expect(await told(listener)).toEqual([])
  })

  it('is told, and known to be told, once it was claimed, though whoever claimed it died', async () => {
    const listener = await aListener()
    const grantId = newIdOn('grt')
    const app = await tell(listener.company, grantId)
    const [read] = (await due(listener.company)) as [OutgoingEvent]
    expect(await claimEvent(read)).toBe(true)
    expect(await takeBackUntold(sql, grantId)).toEqual([])
    expect(await told(listener)).toEqual([app])
  })

  it('is known to be told before it stands in the log, so that whoever comes back meanwhile is granted anew', async () => {
    const listener = await aListener()
    const { companyId } = listener.company.actor
    const grantId = newIdOn('grt')
    const app = await tell(listener.company, grantId)
    const at = { shard_companyId: { shard: shardOfCompany(companyId), companyId } }
    const reach = (lastPosition: bigint) => withDatabase((db) => db.eventLog.update({ where: at, data: { lastPosition } }))
    const { lastPosition } = await withDatabase((db) => db.eventLog.findUniqueOrThrow({ where: at }))
    await reach(0n)
    await expect(placeEvents(companyId)).rejects.toThrow('position')
    expect(await takeBackUntold(sql, grantId)).toEqual([])
    await reach(lastPosition)
    expect(await told(listener)).toEqual([app])
  })

  it('is not placed before what was to be told of the same consent earlier, whoever moves', async () => {
    const listener = await aListener()
    const { companyId } = listener.company.actor
    const grantId = newIdOn('grt')
    const first = await tell(listener.company, grantId)
    const [read] = (await due(listener.company)) as [OutgoingEvent]
    await claimEvent(read)
    const second = await tell(listener.company)
    await Promise.all([placeEvents(companyId), placeDueEvents(), placeEvents(companyId), placeEventsOf(companyId, [read])])
    expect(await told(listener)).toEqual([first, second])
  })
})
