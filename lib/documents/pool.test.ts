import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundle, programFile } from '../../scripts/lib/bundle.mjs'
import { DocumentPool, EngineInterruptedError } from './pool'
import { createSpecimen } from './specimen/create-specimen'

/** Answers after as many milliseconds as asked, dies at 0, never answers below. */
const TROUBLED = `
import { parentPort } from 'node:worker_threads'
parentPort.on('message', ({ input: [delay] }) => {
  if (delay === 0) process.exit(1)
  if (delay > 0) setTimeout(() => parentPort.postMessage({ ok: true, result: delay }), delay)
})`

let folder: string
let troubled: URL

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pool-'))
  const file = join(folder, 'troubled.mjs')
  await writeFile(file, TROUBLED)
  troubled = pathToFileURL(file)
})

afterAll(() => rm(folder, { recursive: true }))

const withPool = async <T>(options: ConstructorParameters<typeof DocumentPool>[0], use: (pool: DocumentPool) => Promise<T>) => {
  const pool = new DocumentPool(options)
  return use(pool).finally(() => pool.close())
}

/** The troubled program takes a delay where the real one takes a picture. */
const ask = (pool: DocumentPool, delay: number) => pool.run('inspectImage', delay as never) as Promise<unknown>

describe('the pool', () => {
  it('reads documents in its threads, as bundled for the worker', async () => {
    await bundle(['document-thread'])
    const { image, mrz } = await createSpecimen({ format: 'TD1', seed: 41, today: new Date(), view: { width: 900, height: 650 } })
    await withPool({ threads: 1, program: pathToFileURL(programFile('document-thread')) }, async (pool) => {
      expect(await pool.run('inspectImage', new Uint8Array())).toEqual({ ok: false, fault: 'image_empty' })
      const inspected = await pool.run('inspectImage', image)
      expect(inspected).toMatchObject({ ok: true, width: 900, height: 650 })
      expect(await pool.run('readDocument', image, { testIssuers: true, today: new Date() })).toMatchObject({ ok: true, reading: { mrz } })
    })
  })

  it('answers every job once, also when there are more than threads', async () => {
    await withPool({ program: troubled }, async (pool) => {
      const delays = [30, 5, 20, 1, 10, 2]
      expect(await Promise.all(delays.map((delay) => ask(pool, delay)))).toEqual(delays)
    })
  })

  it('interrupts the job of a thread that dies, and replaces the thread', async () => {
    await withPool({ threads: 1, program: troubled }, async (pool) => {
      const [died, next] = await Promise.allSettled([ask(pool, 0), ask(pool, 5)])
      expect(died).toMatchObject({ status: 'rejected', reason: expect.any(EngineInterruptedError) })
      expect(next).toMatchObject({ status: 'fulfilled', value: 5 })
    })
  })

  it('gives up a job that takes too long, and goes on with the next', async () => {
    await withPool({ threads: 1, timeLimit: 2000, program: troubled }, async (pool) => {
      const [stuck, next] = await Promise.allSettled([ask(pool, -1), ask(pool, 5)])
      expect(stuck).toMatchObject({ status: 'rejected', reason: expect.any(EngineInterruptedError) })
      expect(next).toMatchObject({ status: 'fulfilled', value: 5 })
    })
  })

  it('ends a thread that has had nothing to do for long, and starts another when there is', async () => {
    await withPool({ threads: 1, idleTime: 50, program: troubled }, async (pool) => {
      expect(await ask(pool, 5)).toBe(5)
      await expect.poll(() => pool.size).toBe(0)
      expect(await ask(pool, 5)).toBe(5)
    })
  })

  it('interrupts what waits when it is closed', async () => {
    const pool = new DocumentPool({ threads: 1, program: troubled })
    const jobs = Promise.allSettled([ask(pool, -1), ask(pool, -1)])
    await pool.close()
    expect(await jobs).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
    await expect(ask(pool, 1)).rejects.toThrow(EngineInterruptedError)
  })
})
