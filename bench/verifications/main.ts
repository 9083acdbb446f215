import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import autocannon from 'autocannon'
import { createApp } from '#lib/apps/create-app'
import { createCompany } from '#lib/companies/create-company'
import { closeDatabase, prismaTransaction, sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { createSelfie } from '#lib/documents/specimen/create-selfie'
import { createSpecimen } from '#lib/documents/specimen/create-specimen'
import { insertAccount } from '#lib/users/create-person'
import { beginSession } from '#lib/verifications/begin-session'
import { createSessionInput } from '#lib/verifications/contract'
import { createSession } from '#lib/verifications/create-session'
import { addPicture, chooseDocument } from '#lib/verifications/take-pictures'
import { residentMb } from '../protocol/load'
import { ourShots, prepareVisitors } from '../protocol/our-shots'
import { startProgram, startSignet } from '../servers'

/**
 * Does reading documents slow the web process down, and how much memory does the worker take? Run by
 * `npm run bench verifications [sessions]`; writes `bench/verifications.md`. One session in ten has a face.
 */
const sessions = Number(process.argv[2] ?? 100)
const WITH_FACE = 10
const PER_SECOND = 100
const ALONE_SECONDS = 20
const GOAL = 1.2
/** A person whose drawn face the network knows again. */
const SEED = 5006

const LEFT = statement<{ left: number }>('bench_readings_left', `SELECT count(*)::int AS left FROM verification_sessions WHERE status = 'processing'`)
const ENDED = statement<{ status: string; sessions: number }>(
  'bench_readings_ended',
  'SELECT status, count(*)::int AS sessions FROM verification_sessions GROUP BY status',
)

const HEAD_TURN = statement<{ head_turn: string }>('bench_head_turn', 'SELECT head_turn FROM verification_sessions WHERE id = $1')
const headTurnOf = async (id: string) => (await sql.query(HEAD_TURN, [id]))[0]?.head_turn

async function submitSessions(count: number): Promise<void> {
  const owner = { name: 'Bench', email: `${randomBase62(12)}@company.example`, password: randomBase62(20) }
  const { companyId, staffId } = await createCompany({ name: 'Bench', owner })
  const actor = { companyId, kind: 'staff', id: staffId } as const
  const wanted = { name: 'Bench', redirect_uris: ['https://shop.example/callback'], scopes: ['openid'], client_type: 'confidential' }
  const { client_id } = await createApp(actor, wanted as never)
  const { image, document } = await createSpecimen({ format: 'TD3', seed: SEED, today: new Date(), view: { width: 1600, height: 1200 } })
  const [front, left, right] = (await Promise.all([0, 30, -30].map((yaw) => createSelfie(document.person, { yaw })))) as [Buffer, Buffer, Buffer]
  for (let made = 0; made < count; made++) {
    const hasFace = made % WITH_FACE === 0
    const fields = hasFace ? ['given_name', 'face_match'] : ['given_name']
    const { id, url } = await createSession(actor, createSessionInput.parse({ client_id, fields }))
    const email = `${randomBase62(14).toLowerCase()}@people.example`
    const userId = await prismaTransaction((tx) => insertAccount(tx, { email, passwordHash: 'none', profile: {}, isEmailConfirmed: true }))
    const visitor = { token: new URL(url ?? '').pathname.split('/')[2] as string, userId }
    await beginSession(visitor)
    await chooseDocument(visitor, 'passport')
    await addPicture(id, 'document', image)
    if (!hasFace) continue
    await addPicture(id, 'selfie', front)
    await addPicture(id, 'turned', (await headTurnOf(id)) === 'left' ? left : right)
  }
}

const readingsLeft = async () => (await sql.query(LEFT, []))[0]?.left ?? 0

/** Milliseconds that 99 of 100 calls of userinfo stay below, at a rate far from what the process can do. */
async function latencyWhile(isGoingOn: (secondsSoFar: number) => boolean): Promise<number> {
  const began = Date.now()
  const shots = await ourShots(world, 'userinfo', 500)
  let next = 0
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const requests = [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...shots[next++ % shots.length] }) }]
    const run = autocannon({ url: origin, connections: 8, overallRate: PER_SECOND, duration: 3600, requests }, (error, finished) =>
      error ? reject(error) : resolve(finished),
    )
    const watch = setInterval(() => {
      if (isGoingOn((Date.now() - began) / 1000)) return
      clearInterval(watch)
      ;(run as unknown as { stop: () => void }).stop()
    }, 200)
  })
  return result.latency.p99
}

const world = await prepareVisitors(500)
const { origin } = await startSignet()
await submitSessions(sessions)
await latencyWhile((seconds) => seconds < 5)
const alone = await latencyWhile((seconds) => seconds < ALONE_SECONDS)

const worker = startProgram('dist/worker.mjs', { EMBEDDED: '1' })
const began = Date.now()
let [waiting, peak] = [await readingsLeft(), 0]
const watching = (async () => {
  while (waiting > 0) {
    peak = Math.max(peak, residentMb(worker.pid as number))
    await pause(100)
    waiting = await readingsLeft()
  }
})()
const beside = await latencyWhile(() => waiting > 0)
await watching
const seconds = (Date.now() - began) / 1000
const ended = (await sql.query(ENDED, [])).map(({ status, sessions: count }) => `${count} ${status}`).join(', ')
const text = `# Verifications, measured

\`npm run bench verifications ${sessions}\`: userinfo at ${PER_SECOND} calls a second on one machine, ${alone} ms at p99 alone and ${beside} ms
while a worker reads ${sessions} sessions in ${seconds.toFixed(0)} s, one in ten with a face: ${(beside / alone).toFixed(2)} times (goal: at most ${GOAL}).
They end as ${ended} (\`reviewing\` waits for the person). The worker took at most
${peak.toFixed(0)} MB.
`
writeFileSync('bench/verifications.md', text)
console.log(text)
await closeDatabase()
process.exit(0)
