import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { type Begun, begun, PICTURE } from '../../../e2e/fixtures/verifications'
import { cancelVerification } from '../interface/cancel-verification'
import { findImageKinds } from '../store/images'
import { settleReading } from '../worker/settle-reading'
import { declineVerification } from './begin-verification'
import { handOff, readPhoneLink, takeOver } from './hand-off'
import { addPicture, chooseDocument, tryAgain } from './take-pictures'

afterAll(closeDatabase)

const OVER = statement<object>('test_session_is_over', `UPDATE verification_sessions SET expires_at = clock_timestamp() WHERE id = $1`)
const LINK_OVER = statement<object>('test_handoff_is_over', `UPDATE verification_handoffs SET expires_at = clock_timestamp() WHERE session_id = $1`)

const newSecret = () => randomBase62(43)

async function codeOf({ visitor }: Begun): Promise<string> {
  const url = await handOff(visitor)
  return new URL(url ?? '').pathname.split('/')[2] as string
}

/** A session that waits for the picture of a passport, and a phone that has it. */
async function taken() {
  const world = await begun()
  await chooseDocument(world.visitor, 'passport')
  const code = await codeOf(world)
  const secret = newSecret()
  expect(await takeOver(code, secret)).toBe(true)
  return { ...world, code, secret }
}

const kindOf = async (code: string, secret?: string) => (await readPhoneLink(code, secret)).kind

describe('a code', () => {
  it('is had by exactly one of many phones that scan it at once', async () => {
    const code = await codeOf(await begun())
    const phones = Array.from({ length: 8 }, newSecret)
    const had = await Promise.all(phones.map((secret) => takeOver(code, secret)))
    expect(had.filter(Boolean)).toHaveLength(1)
    const kinds = await Promise.all(phones.map((secret) => kindOf(code, secret)))
    expect(kinds.filter((kind) => kind === 'taken')).toHaveLength(1)
    expect(kinds.filter((kind) => kind === 'dead')).toHaveLength(7)
  })

  it('goes on on the phone that has it, and is dead without its secret', async () => {
    const { code, secret, id } = await taken()
    expect(await readPhoneLink(code, secret)).toEqual({ kind: 'taken', sessionId: id })
    expect(await takeOver(code, newSecret())).toBe(false)
    expect(await kindOf(code, secret)).toBe('taken')
    for (const other of [undefined, newSecret()]) expect(await kindOf(code, other)).toBe('dead')
  })

  it('opens one session: the secret of one hand-off is worth nothing at another', async () => {
    const [one, other] = [await taken(), await taken()]
    expect(await kindOf(one.code, other.secret)).toBe('dead')
    const unused = await codeOf(await begun())
    expect(await kindOf(unused, one.secret)).toBe('unused')
  })

  it('names the account by two letters, to whoever opens it', async () => {
    const world = await begun()
    const link = await readPhoneLink(await codeOf(world), undefined)
    expect(link).toMatchObject({ kind: 'unused', account: `${world.person.email[0]}…@p….example` })
  })

  it('dies with its ten minutes, and when a new one is shown', async () => {
    const world = await begun()
    const first = await codeOf(world)
    const second = await codeOf(world)
    expect(await kindOf(first)).toBe('dead')
    await sql.query(LINK_OVER, [world.id])
    expect(await kindOf(second)).toBe('dead')
    expect(await takeOver(second, newSecret())).toBe(false)
  })
})

describe("a phone's right", () => {
  const ENDINGS: [string, (world: Begun) => Promise<unknown>][] = [
    ['the last picture', ({ id }) => addPicture(id, 'document', PICTURE)],
    ['a cancel by the company', ({ company, id }) => cancelVerification(company.actor, id)],
    ['its owner, who stops', ({ visitor }) => declineVerification(visitor.token, visitor.userId)],
    ['the end of the session’s time', ({ id }) => sql.query(OVER, [id])],
    ['another phone that takes over', async (world) => takeOver(await codeOf(world), newSecret())],
  ]

  it.each(ENDINGS)('ends with %s', async (_, end) => {
    const world = await taken()
    await end(world)
    expect(await kindOf(world.code, world.secret)).toBe('over')
    expect(await kindOf(world.code, newSecret())).toBe('dead')
  })

  it('does not come back with another attempt', async () => {
    const world = await taken()
    await addPicture(world.id, 'document', PICTURE)
    await settleReading(world.id, 1, { ok: false, failure: 'glare' })
    await tryAgain(world.visitor)
    expect(await kindOf(world.code, world.secret)).toBe('over')
  })
})

it('no picture is taken for a session whose time is over', async () => {
  const world = await taken()
  await sql.query(OVER, [world.id])
  expect(await addPicture(world.id, 'document', PICTURE)).toBe(false)
  expect(await withDatabase((db) => findImageKinds(db, world.id))).toEqual([])
})
