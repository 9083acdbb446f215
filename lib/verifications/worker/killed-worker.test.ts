import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { aVerification, linkPath } from '../../../e2e/fixtures/verifications'
import { aCompany, anApp, aPerson } from '../../../e2e/fixtures/world'
import { bundleInto } from '../../../scripts/lib/bundle.mjs'
import { beginVerification } from '../page/begin-verification'
import { addPicture, chooseDocument } from '../page/take-pictures'

/** `READINGS=50` in its long form. */
const SESSIONS = Number(process.env.READINGS ?? 5)
const PATIENCE_MS = 480_000

mkdirSync('dist', { recursive: true })
const programs = mkdtempSync(path.join('dist', 'killed-worker-'))
const running: ChildProcess[] = []

afterAll(async () => {
  for (const worker of running) worker.kill('SIGKILL')
  rmSync(programs, { recursive: true, force: true })
  await closeDatabase()
})

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, [path.join(programs, 'worker.mjs')], {
    env: { ...process.env, LOG_LEVEL: 'silent', EMBEDDED: '1' },
    stdio: 'ignore',
  })
  running.push(worker)
  return worker
}

const DECIDED = statement<{ decided: number }>(
  'test_decided_sessions',
  `SELECT count(*)::int AS decided FROM verification_sessions WHERE company_id = $1 AND status = 'retry_required' AND attempt = 1`,
)
const LINES = statement<{ lines: number }>(
  'test_decision_lines',
  `SELECT count(*)::int AS lines FROM audit_events WHERE company_id = $1 AND action = 'verification.retry_required' GROUP BY target_id`,
)

it(
  'a worker killed in the middle of its readings: each ends once, none is lost',
  async () => {
    await bundleInto(programs, { worker: 'worker.ts', 'document-thread': 'lib/documents/thread.ts' })
    const company = await aCompany()
    const app = await anApp(company)
    const person = await aPerson()
    const picture = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#777' } })
      .jpeg()
      .toBuffer()
    for (let made = 0; made < SESSIONS; made++) {
      const session = await aVerification(company, { app })
      const visitor = { token: linkPath(session).split('/')[2] as string, userId: person.id }
      await beginVerification(visitor)
      await chooseDocument(visitor, 'passport')
      await addPicture(session.id, 'document', picture)
    }
    const decided = async () => (await sql.query(DECIDED, [company.actor.companyId]))[0]?.decided ?? 0

    const first = startWorker()
    await expect.poll(decided, { timeout: PATIENCE_MS, interval: 100 }).toBeGreaterThanOrEqual(2)
    first.kill('SIGKILL')
    expect(await decided()).toBeLessThan(SESSIONS)
    startWorker()
    await expect.poll(decided, { timeout: PATIENCE_MS, interval: 500 }).toBe(SESSIONS)

    const lines = await sql.query(LINES, [company.actor.companyId])
    expect(lines.map((row) => row.lines)).toEqual(Array(SESSIONS).fill(1))
  },
  2 * PATIENCE_MS,
)
