import { afterAll, describe, expect, it } from 'vitest'
import { createApp } from '#lib/apps/create-app'
import { listApps } from '#lib/apps/read-apps'
import { closeDatabase } from '#lib/core/db'
import { aCaller, bodyOf, type Caller, call } from '../http/test-call'
import { answerOnce } from './answer-once'

afterAll(closeDatabase)

const app = (name: string) => ({ name, redirect_uris: ['https://a.example/cb'], scopes: ['openid'], client_type: 'confidential' })
const create = (caller: Caller, name: string, key: string) =>
  call(caller, 'POST /api/v1/apps', { body: app(name), headers: { 'idempotency-key': key } })
const appsOf = async (caller: Caller) => (await listApps(caller.actor, { limit: 100 })).data

describe('Idempotency-Key', () => {
  it('the same request again gets the first status and body, without the secret', async () => {
    const caller = await aCaller()
    const first = await create(caller, 'One', 'k')
    const again = await create(caller, 'One', 'k')
    expect([first.status, again.status]).toEqual([201, 201])
    const made = await bodyOf(first)
    expect(made.client_secret).toMatch(/^sgs_/)
    expect(await bodyOf(again)).toEqual({ ...made, client_secret: null })
    expect(again.headers.get('location')).toBe(first.headers.get('location'))
    expect(await appsOf(caller)).toHaveLength(1)
  })

  it('twenty requests at once create exactly one app, and all of them tell of it', async () => {
    const caller = await aCaller()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(caller, 'One', 'k')))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201))
    const bodies = await Promise.all(answers.map((answer) => bodyOf(answer)))
    expect(new Set(bodies.map(({ id }) => id)).size).toBe(1)
    expect(bodies.filter(({ client_secret }) => client_secret !== null)).toHaveLength(1)
    expect(await appsOf(caller)).toHaveLength(1)
  })

  it('another body under the same key is a 409 conflict and does nothing', async () => {
    const caller = await aCaller()
    await create(caller, 'One', 'k')
    const other = await create(caller, 'Two', 'k')
    expect([other.status, (await bodyOf(other)).error]).toEqual([409, 'conflict'])
    expect(await appsOf(caller)).toHaveLength(1)
  })

  it('a refusal is an answer too: it is repeated, even when the request would succeed by now', async () => {
    const caller = await aCaller()
    const rotate = (id: string) => call(caller, 'POST /api/v1/apps/:id/rotate-secret', { id, headers: { 'idempotency-key': 'k' } })
    const spa = await createApp(caller.actor, { ...app('Spa'), client_type: 'spa' })
    const first = await rotate(spa.id)
    const again = await rotate(spa.id)
    expect([first.status, again.status]).toEqual([400, 400])
    expect(await again.text()).toBe(await first.text())
    const confidential = await createApp(caller.actor, app('Server'))
    expect((await rotate(confidential.id)).status).toBe(409)
  })

  it('a crash between the work and its answer leaves neither, and the key free', async () => {
    const caller = await aCaller()
    const request = { companyId: caller.actor.companyId, key: 'k', request: 'r', secrets: [] }
    const crash = answerOnce(request, async () => {
      await createApp(caller.actor, app('Lost'))
      throw new Error('the process dies here')
    })
    await expect(crash).rejects.toThrow('dies here')
    expect(await appsOf(caller)).toEqual([])
    await answerOnce(request, async () => ({ status: 201, body: await createApp(caller.actor, app('Kept')), location: null }))
    expect(await appsOf(caller)).toMatchObject([{ name: 'Kept' }])
  })

  it('what a refused request did is undone before the refusal is kept', async () => {
    const caller = await aCaller()
    const request = { companyId: caller.actor.companyId, key: 'k', request: 'r', secrets: [] }
    const refused = answerOnce(request, async () => {
      const { id } = await createApp(caller.actor, app('Half'))
      await call(caller, 'GET /api/v1/apps/:id', { id })
      return createApp(caller.actor, { ...app('Other half'), scopes: ['none'] }) as never
    })
    await expect(refused).rejects.toMatchObject({ code: 'invalid_scope' })
    expect(await appsOf(caller)).toEqual([])
  })

  it('keys of two companies have nothing to do with each other', async () => {
    const [one, other] = [await aCaller(), await aCaller()]
    await create(one, 'One', 'k')
    expect((await create(other, 'Another', 'k')).status).toBe(201)
  })

  it('is 1 to 255 printable characters', async () => {
    const caller = await aCaller()
    expect((await create(caller, 'One', 'x'.repeat(256))).status).toBe(400)
    expect((await create(caller, 'One', '')).status).toBe(400)
    expect((await create(caller, 'One', 'x'.repeat(255))).status).toBe(201)
  })
})
