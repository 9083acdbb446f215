import { setTimeout } from 'node:timers/promises'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { apartFromTransaction, closeDatabase, type Queryable, sql, statement, transaction, withDatabase } from '#lib/core/db'
import { connectionPool } from '#lib/core/db/pool'
import { newId, randomBase62 } from '#lib/core/random-id'
import { newShard, shardOfCompany } from '#lib/core/shard'
import { otherThanUnique } from '#lib/core/testing/other-than-unique'
import { findDueEvents, insertOutgoingEvent } from '#lib/events/outgoing-store'
import { placeEvents } from '#lib/events/place-events'
import { purges } from '#lib/purge/store'
import { aCompany, anApp, type TestCompany } from '../../e2e/fixtures/world'
import { createWebhookInput } from './contract'
import { createWebhook } from './create-webhook'
import { type AttemptRow, findDueDeliveries, recordAttempt, releaseWebhook, takeDueWebhooks } from './deliver-store'
import { listDeliveries } from './read-deliveries'
import { getWebhook } from './read-webhooks'
import { resend, resendSince } from './resend'
import { queueSample } from './store'
import { testWebhook } from './test-webhook'
import { aReceiver } from './testing/a-receiver'
import { whileDelivering } from './testing/while-delivering'
import { updateWebhook } from './update-webhook'

// Only the embedded default sends to this machine.
vi.hoisted(() => {
  process.env.EMBEDDED = '1'
})
afterAll(closeDatabase)

const NOWHERE = 'https://hooks.example/'
const add = (company: TestCompany, url = NOWHERE) => createWebhook(company.actor, createWebhookInput.parse({ url, event_types: ['app.created'] }))
const rowOf = (id: string) => withDatabase((db) => db.webhook.findFirstOrThrow({ where: { id } }))

class Undone extends Error {}

/** A company with an address at which nothing is due. */
async function anAddress() {
  const company = await aCompany()
  await anApp(company)
  const { id } = await add(company)
  return { company, id, address: { id, company_id: String(company.actor.companyId) } }
}

const run = (tx: Queryable, text: string, values: unknown[]) => tx.query(statement(`test_${randomBase62(8)}`, text), values)

/** What nobody else sees, and that is gone afterwards: no deliverer of another test takes these addresses. */
async function undone(work: (tx: Queryable) => Promise<void>): Promise<void> {
  await expect(
    transaction(async (tx) => {
      await work(tx)
      throw new Undone()
    }),
  ).rejects.toBeInstanceOf(Undone)
}

const READ = statement<{ rows: number }>(
  'test_rows_read',
  `SELECT sum(idx_tup_fetch + seq_tup_read)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = ANY('{webhook_deliveries,webhooks,events,outgoing_events}')`,
)
async function rowsRead(work: () => Promise<unknown>): Promise<number> {
  const before = (await sql.query(READ, []))[0]?.rows ?? 0
  await work()
  return ((await sql.query(READ, []))[0]?.rows ?? 0) - before
}

const TOLD = 1000

describe('what was told long ago costs nothing', () => {
  const tell = (tx: Queryable, id: string) =>
    run(
      tx,
      `INSERT INTO webhook_deliveries (shard, webhook_id, event_id, type, state, expires_at)
       SELECT w.shard, w.id, 'evt_' || n, 'app.created', 'delivered', clock_timestamp() + interval '1 day'
       FROM webhooks w, generate_series(1, $2::int) n WHERE w.id = $1`,
      [id, TOLD],
    )

  it('to whoever looks for what is due at an address, or puts it aside', async () => {
    const { id, address } = await anAddress()
    await undone(async (tx) => {
      await tell(tx, id)
      expect(await rowsRead(() => findDueDeliveries([{ ...address, atMost: 32 }]))).toBeLessThan(100)
      await run(tx, `UPDATE webhook_deliveries SET due_at = clock_timestamp() WHERE webhook_id = $1 AND event_id IN ('evt_7', 'evt_8')`, [id])
      expect(await rowsRead(() => releaseWebhook(address, 0))).toBeLessThan(100)
    })
  })

  it('to whoever looks for one event in the panel', async () => {
    const { company, id, address } = await anAddress()
    const attempt = await anAttempt(address)
    const { eventId } = attempt
    await undone(async (tx) => {
      await queueSample(tx, company.actor.companyId, id, eventId, 'app.created')
      await recordAttempt(attempt)
      await tell(tx, id)
      for (const search of [eventId, attempt.requestId, 'req_nothing']) {
        const found: string[] = []
        const look = async () => {
          found.push(...(await listDeliveries(company.actor, id, { search })).data.map((line) => line.event_id))
        }
        expect(await rowsRead(look)).toBeLessThan(100)
        expect(found).toEqual(search === 'req_nothing' ? [] : [eventId])
      }
    })
  })

  it('nor do addresses that wait cost who looks for one that is due', async () => {
    const { id } = await anAddress()
    await undone(async (tx) => {
      await run(
        tx,
        `INSERT INTO webhooks (shard, id, company_id, url, event_types, app_ids, signature, secret_sealed, master_key_id, due_at)
         SELECT shard, 'whk_' || n, company_id, url, event_types, app_ids, signature, secret_sealed, master_key_id, clock_timestamp() + interval '1 hour'
         FROM webhooks, generate_series(1, $2::int) n WHERE id = $1`,
        [id, TOLD],
      )
      expect(await rowsRead(() => takeDueWebhooks(false, 1, 60))).toBeLessThan(300)
    })
  })

  it('nor do events whose time is to come cost who places, or purges', async () => {
    const { company } = await anAddress()
    const purge = purges.find(({ table }) => table === 'events')
    const WORK = [() => findDueEvents([]), async () => purge?.removeBatch()]
    await undone(async (tx) => {
      // Other tests have events here too, and theirs are due.
      const others: number[] = []
      for (const work of WORK) others.push(await rowsRead(work))
      await run(
        tx,
        `WITH waiting AS (
           INSERT INTO outgoing_events (shard, id, company_id, type, data_sealed, master_key_id, visible_at)
           SELECT $3::smallint, 'evt_' || n || $1, $1, 'app.created', '', '', clock_timestamp() + interval '1 hour' FROM generate_series(1, $2::int) n
         )
         INSERT INTO events (shard, id, company_id, type, data_sealed, master_key_id, visible_at, position, expires_at)
         SELECT $4::smallint, 'evt_' || n || $1, $1, 'app.created', '', '', at, 1000000 + n, at
         FROM generate_series(1, $2::int) n, LATERAL (SELECT clock_timestamp() + interval '1 hour' AS at) later`,
        [company.actor.companyId, TOLD, newShard(), shardOfCompany(company.actor.companyId)],
      )
      for (const [nth, work] of WORK.entries()) expect((await rowsRead(work)) - (others[nth] ?? 0)).toBeLessThan(300)
    })
  })
})

const anAttempt = async (address: { id: string; company_id: string }, more: Partial<AttemptRow> = {}): Promise<AttemptRow> => {
  const { url, secretSealed } = await rowOf(address.id)
  return {
    companyId: address.company_id,
    webhookId: address.id,
    eventId: newId('evt'),
    number: 1,
    requestId: newId('req'),
    startedAt: new Date(),
    milliseconds: 1,
    status: 500,
    fault: 'status',
    answerSealed: null,
    masterKeyId: null,
    state: 'waiting',
    dueInSeconds: 5,
    restSeconds: 0,
    url,
    secretSealed: Buffer.from(secretSealed),
    due: 'infinity',
    ...more,
  }
}

describe('an address that rests', () => {
  const isTaken = async (id: string) => {
    // What is due is kept to the millisecond, and may have been rounded up.
    await setTimeout(2)
    const taken = [...(await takeDueWebhooks(false, 10_000, 60)), ...(await takeDueWebhooks(true, 10_000, 60))]
    return taken.some((webhook) => webhook.id === id)
  }
  const happens = async (tx: Queryable, { actor: { companyId } }: TestCompany) => {
    const event = {
      shard: newShard(),
      id: newId('evt'),
      companyId,
      appId: null,
      type: 'app.created',
      grantId: null,
      visibleAt: null,
      masterKeyId: '',
    }
    await insertOutgoingEvent(tx, { ...event, dataSealed: Buffer.of() })
    await placeEvents(companyId)
  }

  it('does so whatever happens meanwhile, until somebody tries it out', async () => {
    const { company, id, address } = await anAddress()
    await undone(async (tx) => {
      await happens(tx, company)
      await releaseWebhook(address, 60)
      await happens(tx, company)
      expect(await isTaken(id)).toBe(false)
      await run(tx, `UPDATE webhooks SET held_until = clock_timestamp() - interval '1 second' WHERE id = $1`, [id])
      expect(await isTaken(id)).toBe(true)
      await releaseWebhook(address, 60)
      await queueSample(tx, company.actor.companyId, id, newId('evt'), 'app.created')
      expect(await isTaken(id)).toBe(true)
    })
  })

  it('does so as a whole where it asked for it', async () => {
    const { company, id, address } = await anAddress()
    const attempt = await anAttempt(address, { status: 503, dueInSeconds: 600, restSeconds: 600 })
    await undone(async (tx) => {
      await queueSample(tx, company.actor.companyId, id, attempt.eventId, 'app.created')
      await recordAttempt(attempt)
      await releaseWebhook(address, 0)
      await happens(tx, company)
      expect(await isTaken(id)).toBe(false)
    })
  })

  it("one that failed last is taken apart from those that did not, so many of them stand in nobody's way", async () => {
    const { company, id } = await anAddress()
    await undone(async (tx) => {
      await happens(tx, company)
      await run(tx, 'UPDATE webhooks SET failures = 1 WHERE id = $1', [id])
      const ids = async (isFailing: boolean) => (await takeDueWebhooks(isFailing, 10_000, 60)).map((webhook) => webhook.id)
      expect(await ids(false)).not.toContain(id)
      expect(await ids(true)).toContain(id)
    })
  })

  it('and one that is off is never taken', async () => {
    const { company, id } = await anAddress()
    await undone(async (tx) => {
      await happens(tx, company)
      await run(tx, `UPDATE webhooks SET status = 'disabled' WHERE id = $1`, [id])
      expect(await isTaken(id)).toBe(false)
    })
  })
})

describe('an address that is changed while it has its turn', () => {
  whileDelivering()

  /** Answers when it is told to. */
  async function aPatientReceiver(status: number) {
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const receiver = await aReceiver(async (response) => {
      await answered
      response.writeHead(status).end()
    })
    return { ...receiver, answer }
  }
  const attempts = (webhookId: string) => withDatabase((db) => db.webhookAttempt.count({ where: { webhookId } }))

  it('tells nothing more once it is off: what was under way is not tried again', async () => {
    const company = await aCompany()
    const receiver = await aPatientReceiver(500)
    const { id } = await add(company, receiver.url)
    const { event_id: eventId } = await testWebhook(company.actor, id, 'app.created')
    await expect.poll(() => receiver.received.length).toBe(1)
    await updateWebhook(company.actor, id, { status: 'disabled' })
    receiver.answer()
    await expect.poll(() => attempts(id)).toBe(1)
    const delivery = await withDatabase((db) => db.webhookDelivery.findFirstOrThrow({ where: { webhookId: id, eventId } }))
    expect(delivery).toMatchObject({ state: 'failed', dueAt: null, attempts: 1 })
    receiver.close()
  })

  it('is told again what staff asked for while it was being told, though that was taken', async () => {
    const company = await aCompany()
    const receiver = await aPatientReceiver(204)
    const { id } = await add(company, receiver.url)
    const { event_id: eventId } = await testWebhook(company.actor, id, 'app.created')
    await expect.poll(() => receiver.received.length).toBe(1)
    await resend(company.actor, id, eventId)
    receiver.answer()
    await expect.poll(() => receiver.received.length).toBe(2)
    await expect.poll(() => attempts(id)).toBe(2)
    receiver.close()
  })

  it('is not switched off by what the one before it answered', async () => {
    const company = await aCompany()
    const receiver = await aPatientReceiver(410)
    const next = await aReceiver()
    const { id } = await add(company, receiver.url)
    await testWebhook(company.actor, id, 'app.created')
    await expect.poll(() => receiver.received.length).toBe(1)
    await updateWebhook(company.actor, id, { url: next.url })
    receiver.answer()
    await expect.poll(() => attempts(id)).toBe(1)
    await testWebhook(company.actor, id, 'app.created')
    await expect.poll(() => next.received.length).toBe(1)
    expect(await getWebhook(company.actor, id)).toMatchObject({ status: 'enabled', disabled_reason: null })
    receiver.close()
    next.close()
  })

  it('is not taken from whoever has it by being switched on while it is on, nor are its failures forgotten', async () => {
    const company = await aCompany()
    const { id } = await add(company)
    const leaseUntil = new Date(Date.now() + 60_000)
    await withDatabase((db) => db.webhook.updateMany({ where: { id }, data: { leaseUntil, failures: 3, failingSince: new Date() } }))
    await updateWebhook(company.actor, id, { status: 'enabled' })
    expect(await rowOf(id)).toMatchObject({ leaseUntil, failures: 3, failingSince: expect.any(Date) })
  })

  it('is not switched off by one failure after days on which nothing was sent', async () => {
    const company = await aCompany()
    const receiver = await aReceiver((response) => {
      response.writeHead(500).end()
    })
    const { id } = await add(company, receiver.url)
    const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
    await withDatabase((db) => db.webhook.updateMany({ where: { id }, data: { failingSince: daysAgo(12), lastFailureAt: daysAgo(8), failures: 10 } }))
    await testWebhook(company.actor, id, 'app.created')
    await expect.poll(() => attempts(id)).toBe(1)
    await expect.poll(async () => (await rowOf(id)).leaseUntil).toBeNull()
    expect((await getWebhook(company.actor, id)).status).toBe('enabled')
    expect((await rowOf(id)).failingSince?.getTime()).toBeGreaterThan(daysAgo(1).getTime())
    receiver.close()
  })
})

it('a try is written down while somebody who holds the address changes its deliveries', async () => {
  const { company, id, address } = await anAddress()
  const attempt = await anAttempt(address)
  await queueSample(sql, company.actor.companyId, id, attempt.eventId, 'app.created')
  let recorded: Promise<unknown> = Promise.resolve()
  await transaction(async (tx) => {
    await run(tx, `UPDATE webhooks SET lease_until = clock_timestamp() + interval '1 minute' WHERE id = $1`, [id])
    recorded = apartFromTransaction(() => recordAttempt(attempt)).catch((error: unknown) => error)
    const isAwaited = async () =>
      (
        await run(
          tx,
          `SELECT 1 FROM webhooks w JOIN pg_locks ON NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid)) WHERE w.shard = $1 AND w.id = $2`,
          [shardOfCompany(address.company_id), id],
        )
      ).length
    while (!(await isAwaited()));
    await run(tx, `UPDATE webhook_deliveries SET due_at = clock_timestamp() WHERE webhook_id = $1`, [id])
  })
  expect(await recorded).toMatchObject({ failures: 1 })
})

describe('sending again', () => {
  const happened = (tx: Queryable, companyId: string, count: number, since: string) =>
    run(
      tx,
      `INSERT INTO events (shard, id, company_id, type, data_sealed, master_key_id, visible_at, position, expires_at)
       SELECT $4::smallint, 'evt_' || n || $1, $1, 'app.created', '', '', clock_timestamp() - $3::interval + n * interval '1 millisecond', 1000000 + n,
         clock_timestamp() + interval '1 day' FROM generate_series(1, $2::int) n`,
      [companyId, count, since, shardOfCompany(companyId)],
    )

  it('everything that was not taken passes over what was, however much that is', async () => {
    const { company, id } = await anAddress()
    await undone(async (tx) => {
      await happened(tx, company.actor.companyId, 10_003, '1 hour')
      await run(
        tx,
        `INSERT INTO webhook_deliveries (shard, webhook_id, event_id, type, state, expires_at)
         SELECT shard, $1, id, type, 'delivered', expires_at FROM events WHERE shard = $3 AND company_id = $2 AND position BETWEEN 1000001 AND 1010000`,
        [id, company.actor.companyId, shardOfCompany(company.actor.companyId)],
      )
      expect(await resendSince(company.actor, id, new Date(Date.now() - 1_800_000 * 3))).toBe(3)
    })
  })

  /** Each address was told once: its index looks as good as a key. */
  const TOLD_ONCE = `SET session_replication_role = replica;
    INSERT INTO webhook_deliveries (shard, webhook_id, event_id, type, expires_at)
    SELECT 7, 'whk_' || n, 'evt_' || n, 'app.created', clock_timestamp() FROM generate_series(1, 500) n;
    ANALYZE webhook_deliveries`

  it('finds what was taken by its event, also by a plan that was made while each address had been told once', async () => {
    const { company, id } = await anAddress()
    const query = vi.spyOn(connectionPool(), 'query')
    await resendSince(company.actor, id, new Date())
    const calls = query.mock.calls.map(([call]) => call as unknown as { name?: string; text: string })
    query.mockRestore()
    const [asked] = calls.filter(({ name }) => name === 'find_events_not_taken')
    expect(await otherThanUnique(new Map([['find_events_not_taken', asked?.text ?? '']]), ['webhook_deliveries'], TOLD_ONCE)).toEqual([])
  })

  it('looks at nothing from before its time', async () => {
    const { company, id } = await anAddress()
    await undone(async (tx) => {
      await happened(tx, company.actor.companyId, TOLD, '1 day')
      expect(await rowsRead(() => resendSince(company.actor, id, new Date(Date.now() + 60_000)))).toBeLessThan(300)
    })
  })
})
