import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { aCompany, type TestCompany } from '../../e2e/fixtures/world'
import { bundle, programFile } from '../../scripts/lib/bundle.mjs'
import { migrate } from '../../scripts/lib/migrate.mjs'
import { startPostgres } from '../../scripts/lib/postgres/embedded-postgres.mjs'
import { inProject } from '../../scripts/lib/root.mjs'
import { createWebhookInput } from './contract'
import { createWebhook } from './create-webhook'
import { aReceiver } from './testing/a-receiver'

/** `npm run kills:events`: writers, worker and database are killed, so many times in turn, while events are written and sent. */
const KILLS = Number(process.env.EVENT_KILLS ?? 0)

describe.skipIf(KILLS === 0)('killed at any moment', () => {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'signet-events-'))
  const said = path.join(dir, 'said.txt')
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  let company: TestCompany
  let receiver: Awaited<ReturnType<typeof aReceiver>>
  const programs = new Map<string, ChildProcess>()

  beforeAll(async () => {
    postgres = await startPostgres({ dataDir: dir })
    await postgres.createDatabase('events')
    await migrate(postgres.url('events'))
    await bundle(['worker'])
    await build({
      entryPoints: [inProject('lib/webhooks/testing/write-events.ts')],
      outfile: inProject('dist', 'run', 'write-events.mjs'),
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
    })
    Object.assign(process.env, { DATABASE_URL: postgres.url('events'), EMBEDDED: '1', DATA_DIR: dir })
    company = await aCompany()
    receiver = await aReceiver((response) => void setTimeout(() => response.end(), Math.random() * 20))
    await createWebhook(company.actor, createWebhookInput.parse({ url: receiver.url, event_types: ['alias.enabled'] }))
  })

  afterAll(async () => {
    for (const child of programs.values()) await killed(child)
    await closeDatabase()
    receiver.close()
    await postgres.stop()
    rmSync(dir, { recursive: true, force: true })
  })

  function start(name: 'writer' | 'worker'): void {
    const output = openSync(name === 'writer' ? said : path.join(dir, 'worker.log'), 'a')
    const file = name === 'worker' ? programFile('worker') : inProject('dist', 'run', 'write-events.mjs')
    programs.set(name, spawn(process.execPath, [file, String(company.actor.companyId)], { env: process.env, stdio: ['ignore', output, output] }))
    closeSync(output)
  }

  const killed = (child: ChildProcess) =>
    new Promise<void>((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    })

  const postmaster = () => Number(readFileSync(path.join(dir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0])

  async function killDatabase(): Promise<void> {
    const pid = postmaster()
    // Ends every server process of it at once, without a checkpoint: as if the power went.
    process.kill(pid, 'SIGQUIT')
    await expect.poll(() => isAlive(pid)).toBe(false)
    postgres = await startPostgres({ dataDir: dir })
  }

  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0)
      return true
    } catch {
      return false
    }
  }

  const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

  const events = () =>
    withDatabase((db) =>
      db.event.findMany({ where: { companyId: company.actor.companyId, type: 'alias.enabled' }, select: { id: true, appId: true } }),
    )

  const waiting = () => withDatabase((db) => db.outgoingEvent.count({ where: { companyId: company.actor.companyId, type: 'alias.enabled' } }))

  it('every event whose transaction committed arrives, none of one that did not, each under one id with one body', async () => {
    start('worker')
    start('writer')
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(700 + Math.random() * 800)
      if (kill % 3 === 2) await killDatabase()
      else {
        const name = kill % 3 === 0 ? 'worker' : 'writer'
        await killed(programs.get(name) as ChildProcess)
        start(name)
      }
    }
    await pause(1000)
    await killed(programs.get('writer') as ChildProcess)
    await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
    const written = await events()
    const arrived = () => new Set(receiver.received.map(({ headers }) => headers['webhook-id'] as string))
    await expect.poll(() => written.filter(({ id }) => !arrived().has(id)).length, { timeout: 240_000, interval: 1000 }).toBe(0)

    const outcomes = readFileSync(said, 'utf8').split('\n')
    const appsSaid = (word: string) => outcomes.filter((line) => line.startsWith(`${word} app_`)).map((line) => line.slice(word.length + 1))
    const [committed, undone] = [appsSaid('committed'), new Set(appsSaid('undone'))]
    const kept = new Set(written.map(({ appId }) => appId))
    expect(committed.filter((appId) => !kept.has(appId))).toEqual([])
    const bodies = new Map<string, Set<string>>()
    for (const { headers, body } of receiver.received) {
      const id = headers['webhook-id'] as string
      bodies.set(id, (bodies.get(id) ?? new Set()).add(body))
      expect(undone.has((JSON.parse(body) as { data: { app_id: string } }).data.app_id)).toBe(false)
    }
    expect([...arrived()].filter((id) => !written.some((event) => event.id === id))).toEqual([])
    expect([...bodies.values()].every((each) => each.size === 1)).toBe(true)
    console.log(
      `${KILLS} kills: ${committed.length} said to be committed, ${undone.size} undone, ${written.length} in the log, ${arrived().size} arrived in ${receiver.received.length} requests`,
    )
  }, 600_000)
})
