import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { OwnPostgres } from '../../../e2e/fixtures/own-postgres'
import { aReading, type Begun, begun, NAMES, submit } from '../../../e2e/fixtures/verifications'
import { migrate } from '../../../scripts/lib/migrate.mjs'
import { getVerification } from '../interface/read-verifications'
import { beginVerification } from '../page/begin-verification'
import { confirmReading } from '../page/confirm-reading'
import { addPicture, chooseDocument } from '../page/take-pictures'
import { visitVerification } from '../page/visit-verification'
import { findImageKey } from '../store/image-keys'
import { findImageKinds, readImage } from '../store/images'
import type { Engine } from './judge-pictures'
import { purgeVerifications } from './purge.job'
import { readDocumentQueue } from './read-document.job'
import { settleReading } from './settle-reading'

/** A database that may be looked into and killed. */
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'signet-material-'))
let postgres: OwnPostgres

beforeAll(async () => {
  postgres = await OwnPostgres.start(dataDir)
  await postgres.createDatabase('material')
  await migrate(postgres.url('material'))
  process.env.DATABASE_URL = postgres.url('material')
})

afterAll(async () => {
  await closeDatabase()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const CHECKPOINT = statement<object>('test_checkpoint', 'CHECKPOINT')
const NEXT_FILE = statement<object>('test_switch_wal', 'SELECT pg_switch_wal()')
const HASH = statement<{ token_hash: Buffer }>('test_token_hash', 'SELECT token_hash FROM verification_sessions WHERE id = $1')

const alter = (table: string, to: 'LOGGED' | 'UNLOGGED') => sql.query(statement(`test_${table}_${to}`, `ALTER TABLE ${table} SET ${to}`), [])

/** Every byte of the database's log that is still there. */
async function theLog(): Promise<Buffer> {
  for (const step of [CHECKPOINT, NEXT_FILE]) await sql.query(step, [])
  const dir = path.join(dataDir, 'postgres', 'cluster', 'pg_wal')
  const files = readdirSync(dir).filter((name) => /^[0-9A-F]{24}$/.test(name))
  return Buffer.concat(files.map((name) => readFileSync(path.join(dir, name))))
}

/** Long enough to be kept apart from its row, as real pictures are, and with nothing in it to compress. */
const PICTURE = randomBytes(64 * 1024)
const statusOf = async ({ company, id }: Begun) => (await getVerification(company.actor, id)).status

it('neither a sealed picture nor its sealed key is ever in the log of the database', async () => {
  const world = await begun()
  await chooseDocument(world.visitor, 'passport')
  await addPicture(world.id, 'document', PICTURE)
  const [image, key] = [await readImage(world.id, 'document'), await withDatabase((db) => findImageKey(db, world.id))]
  const pieces = [0, 1000, 60_000].map((at) => Buffer.from(image?.imageSealed ?? []).subarray(at, at + 64))
  const sealedKey = Buffer.from(key?.keySealed ?? [])
  expect([...pieces, sealedKey].map(({ length }) => length)).toEqual([64, 64, 64, 60])
  const [session] = await sql.query(HASH, [world.id])
  for (const moment of ['held', 'destroyed']) {
    const log = await theLog()
    // What is in the log can be found there.
    expect(log.includes(session?.token_hash as Buffer), moment).toBe(true)
    for (const piece of [...pieces, sealedKey]) expect(log.includes(piece), moment).toBe(false)
    if (moment === 'held') await settleReading(world.id, 1, { ok: false, failure: 'glare' })
  }
})

it('in ordinary tables both would be found there', async () => {
  const world = await begun({ min_assurance: 'person' })
  await chooseDocument(world.visitor, 'passport')
  await addPicture(world.id, 'document', PICTURE)
  const image = Buffer.from((await readImage(world.id, 'document'))?.imageSealed ?? [])
  const key = Buffer.from((await withDatabase((db) => findImageKey(db, world.id)))?.keySealed ?? [])
  for (const table of ['verification_images', 'verification_keys']) await alter(table, 'LOGGED')
  const log = await theLog()
  for (const table of ['verification_images', 'verification_keys']) await alter(table, 'UNLOGGED')
  expect([image.subarray(1000, 1064), key].map((piece) => log.includes(piece))).toEqual([true, true])
})

it('after a crash of the database everybody who waits for their pictures is asked again, and no attempt is used', async () => {
  const [visited, read, swept, taking] = [await begun(), await begun(), await begun(), await begun({ min_assurance: 'person' })]
  for (const world of [visited, read, swept]) await submit(world)
  await chooseDocument(taking.visitor, 'passport')
  await addPicture(taking.id, 'document', PICTURE)
  const reviewed = await begun()
  await submit(reviewed)
  await settleReading(reviewed.id, 1, aReading())

  await postgres.kill()
  postgres = await postgres.startAgain()
  await closeDatabase()

  for (const { id } of [visited, read, swept, taking]) expect(await withDatabase((db) => findImageKinds(db, id))).toEqual([])
  const asked = { status: 'created', failure: null, attempts: { used: 0 }, material: { status: 'deleted', deleted_at: expect.any(String) } }

  // By opening the page.
  for (const world of [visited, taking]) {
    expect(await visitVerification(world.visitor.token, world.person.id)).toMatchObject({
      status: 'created',
      failure: 'material_lost',
      attemptsLeft: 3,
    })
    expect(await getVerification(world.company.actor, world.id)).toMatchObject(asked)
  }
  // By the worker that was to read them.
  const engine = { run: () => Promise.reject(new Error('there is nothing to read')) } as Engine
  await readDocumentQueue(engine, 1).work({ session: read.id, attempt: 1 })
  expect(await getVerification(read.company.actor, read.id)).toMatchObject(asked)
  // By the sweeper.
  await purgeVerifications(new AbortController().signal)
  expect(await getVerification(swept.company.actor, swept.id)).toMatchObject(asked)

  // What was read before goes on.
  expect(await confirmReading(reviewed.visitor, NAMES)).toEqual({ kind: 'done' })
  expect(await statusOf(reviewed)).toBe('verified')

  // The same link leads on, and a result of the pictures that are gone counts for nothing.
  await beginVerification(visited.visitor)
  await submit(visited)
  await settleReading(visited.id, 1, aReading())
  expect(await statusOf(visited)).toBe('processing')
  await settleReading(visited.id, 2, aReading())
  await confirmReading(visited.visitor, NAMES)
  expect(await getVerification(visited.company.actor, visited.id)).toMatchObject({ status: 'verified', attempts: { used: 1 } })
})
