import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { createApp } from '#lib/apps/create-app'
import { createCompany } from '#lib/companies/create-company'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { createSelfie } from '#lib/documents/specimen/create-selfie'
import { createSpecimen } from '#lib/documents/specimen/create-specimen'
import { createPerson } from '#lib/users/create-person'
import { createVerificationInput } from '#lib/verifications/interface/contract'
import { createVerification } from '#lib/verifications/interface/create-verification'
import { beginVerification } from '#lib/verifications/page/begin-verification'
import { addPicture, chooseDocument } from '#lib/verifications/page/take-pictures'
import { staffActor } from '../../e2e/fixtures/actor'
import { quantile, residentMb } from '../protocol/load'
import { ourShots, prepareVisitors } from '../protocol/our-shots'
import { startProgram, startSignet } from '../servers'
import type { CallerRequest } from './caller'

/**
 * Does reading documents slow the web process down, and how much memory does the worker take? Run by
 * `npm run bench verifications [sessions]`; writes `bench/verifications.md`. One session in ten has a face.
 */
const sessions = Number(process.argv[2] ?? 100)
const WITH_FACE = 10
const PER_SECOND = 100
const ALONE_SECONDS = 5
/** What submitting leaves the database and the disk to do is over by then. */
const SETTLING_MS = 1000
const ROUNDS = 10
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
  const actor = staffActor({ companyId, staffId })
  const wanted = { name: 'Bench', redirect_uris: ['https://shop.example/callback'], scopes: ['openid'], client_type: 'confidential' }
  const { client_id } = await createApp(actor, wanted as never)
  const { image, document } = await createSpecimen({ format: 'TD3', seed: SEED, today: new Date(), view: { width: 1600, height: 1200 } })
  const [front, left, right] = (await Promise.all([0, 30, -30].map((yaw) => createSelfie(document.person, { yaw })))) as [Buffer, Buffer, Buffer]
  for (let made = 0; made < count; made++) {
    const hasFace = made % WITH_FACE === 0
    const fields = hasFace ? ['given_name', 'face_match'] : ['given_name']
    const { id, url } = await createVerification(actor, createVerificationInput.parse({ client_id, fields }))
    const email = `${randomBase62(14).toLowerCase()}@people.example`
    const userId = await createPerson({ email, passwordHash: 'none', profile: {}, isEmailConfirmed: true })
    const visitor = { token: new URL(url ?? '').pathname.split('/')[2] as string, userId }
    await beginVerification(visitor)
    await chooseDocument(visitor, 'passport')
    await addPicture(id, 'document', image)
    if (!hasFace) continue
    await addPicture(id, 'selfie', front)
    await addPicture(id, 'turned', (await headTurnOf(id)) === 'left' ? left : right)
  }
}

const readingsLeft = async () => (await sql.query(LEFT, []))[0]?.left ?? 0

/** The latencies of calls made while something else is done. */
async function latenciesWhile(done: () => Promise<void>): Promise<number[]> {
  const tell = (asked: CallerRequest) => caller.send(asked)
  tell({ does: 'begin', origin, shots, perSecond: PER_SECOND })
  const answered = once(caller, 'message') as Promise<[number[]]>
  await done()
  tell({ does: 'end' })
  return (await answered)[0]
}

const world = await prepareVisitors(500)
const { origin } = await startSignet()
const shots = await ourShots(world, 'userinfo', 500)
const worker = startProgram('dist/worker.mjs', { EMBEDDED: '1' })
const caller = startProgram('dist/bench/caller.mjs', {})
await latenciesWhile(() => pause(5000))

/** The worker stands still while sessions are submitted, so that it has them all at once. */
async function latenciesBesideReadings(): Promise<number[]> {
  worker.kill('SIGSTOP')
  await submitSessions(sessions / ROUNDS)
  await pause(SETTLING_MS)
  worker.kill('SIGCONT')
  return latenciesWhile(async () => {
    while ((await readingsLeft()) > 0) {
      peak = Math.max(peak, residentMb(worker.pid as number))
      await pause(500)
    }
  })
}

/** The least that can be beside: a loop that counts, at the priority of a reading, and touches nothing else. */
async function latenciesBesideCounting(): Promise<number[]> {
  const counting = spawn(process.execPath, ['-e', 'for (;;);'])
  setPriority(counting.pid as number, constants.priority.PRIORITY_BELOW_NORMAL)
  const latencies = await latenciesWhile(() => pause(ALONE_SECONDS * 1000))
  counting.kill('SIGKILL')
  return latencies
}

let peak = 0
const [alone, beside, besideCounting]: [number[][], number[][], number[][]] = [[], [], []]
for (let round = 0; round < ROUNDS; round++) {
  alone.push(await latenciesWhile(() => pause(ALONE_SECONDS * 1000)))
  besideCounting.push(await latenciesBesideCounting())
  beside.push(await latenciesBesideReadings())
}
const at = (rounds: number[][], share: number) => quantile(rounds.flat(), share)
const timesAlone = (rounds: number[][]) => (at(rounds, 0.99) / at(alone, 0.99)).toFixed(2)
const row = (title: string, rounds: number[][]) => `| ${title} | ${at(rounds, 0.5).toFixed(1)} | ${at(rounds, 0.99).toFixed(1)} |`
const seconds = beside.flat().length / PER_SECOND
const ended = (await sql.query(ENDED, [])).map(({ status, sessions: count }) => `${count} ${status}`).join(', ')
const text = `# Verifications, measured

\`npm run bench verifications ${sessions}\`: userinfo called ${PER_SECOND} times a second on one machine, alone and while a worker reads
${sessions} sessions in ${seconds.toFixed(0)} s, one in ten with a face; by turns, in ${ROUNDS} rounds.

| userinfo, ms | median | p99 |
| --- | --- | --- |
${row('alone', alone)}
${row('beside the worker', beside)}
${row('beside a loop that only counts, at the priority of a reading', besideCounting)}

The p99 is ${timesAlone(beside)} times the one alone (goal: at most ${GOAL}), that beside the mere loop ${timesAlone(besideCounting)} times: no work on this
machine can be done beside with less. The sessions end as ${ended}
(\`reviewing\` waits for the person). The worker took at most ${peak.toFixed(0)} MB.
`
writeFileSync('bench/verifications.md', text)
console.log(text)
await closeDatabase()
process.exit(0)
