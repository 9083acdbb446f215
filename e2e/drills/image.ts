import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright'
import { documentedCalls } from '#lib/admin/testing/documented-calls'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { createSpecimen } from '#lib/documents/specimen/create-specimen'
import { Sink } from '#lib/relay/testing/sink'
import { aliasAddress } from '#lib/subjects/alias-address'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { freePort } from '../../scripts/lib/ports.mjs'
import { aVerification } from '../fixtures/verifications'
import { consentWithoutPages } from '../fixtures/visitor'
import { anApp, aPerson, aVerifiedCompany } from '../fixtures/world'
import { cluster, drill, promise, say, undo } from './drill'

/**
 * `npm run drills:image -- PREFIX`: an image used as docs/operating/README.md says, from an empty database to a verified company, with
 * every documented command, and a document that its worker reads. PREFIX is what runs `signet` in it, with the word ENV where
 * settings go as `--env NAME=VALUE`:
 *
 *   npm run drills:image -- docker run --rm --network host --read-only --tmpfs /tmp ENV signet
 */

const prefix = process.argv.slice(2)
const PASSWORD = 'the gravel sings at noon'
let settings: Record<string, string> = {}

const commandLine = (args: string[], more: Record<string, string> = {}): [string, string[]] => {
  const env = Object.entries({ ...settings, ...more }).flatMap(([name, value]) => ['--env', `${name}=${value}`])
  const [program = '', ...rest] = prefix.flatMap((part) => (part === 'ENV' ? env : [part]))
  return [program, [...rest, ...args]]
}

function signet(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(...commandLine(args), { encoding: 'utf8', timeout: 120_000 })
  return { status, text: `${stdout}${stderr}`.trim() }
}

function start(program: string, more: Record<string, string>) {
  const child = spawn(...commandLine([program], more), { stdio: ['ignore', 'ignore', 'inherit'], detached: true })
  // What runs it may have started others: all of its group.
  undo.push(() => child.pid && process.kill(-child.pid, 'SIGKILL'))
}

async function untilReady(url: string) {
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const end = Date.now() + 120_000; !(await isReady()); await pause(200)) if (Date.now() > end) throw new Error(`${url} was never ready`)
}

async function linkIn(sink: Sink, to: string): Promise<string> {
  const mail = await sink.until((one) => one.to === to)
  const link = /https?:\/\/\S+?\/company\/confirm\/[\w-]+/.exec(mail.data.toString('latin1').replace(/=\r\n/g, ''))?.[0]
  if (!link) throw new Error('the mail has no link')
  return link
}

async function aVerifiedCompanyByHand(page: Page, sink: Sink) {
  const email = `${randomBase62(12).toLowerCase()}@company.example`
  await page.goto('/company/register')
  await page.getByLabel('Company name').fill('Larkspur Books')
  await page.getByLabel('Your name').fill('Ada Quill')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Check your email' }).waitFor()
  await page.goto(await linkIn(sink, email))
  await page.getByRole('button', { name: 'Confirm address' }).click()
  await page.getByRole('heading', { name: 'Larkspur Books' }).waitFor()
  await page.goto('/company/settings')
  await page.getByLabel('Legal name').fill('Larkspur Books Ltd')
  await page.getByLabel('Registration number').fill('0000512870')
  await page.getByLabel('Country').selectOption('Poland')
  await page.getByLabel('Website').fill('https://larkspur.example')
  await page.getByRole('button', { name: 'Save details' }).click()
  await page.getByRole('button', { name: 'Submit for verification' }).click()
  await page.getByText('Waiting for our answer').waitFor()
  const id = /cmp_\w+/.exec(signet('company', 'list', '--status', 'pending').text)?.[0] ?? 'none'
  const { status, text } = signet('company', 'verify', id)
  await page.reload()
  const isVerified = await withDatabase(async (db) => (await db.company.findUnique({ where: { id } }))?.verificationStatus === 'verified')
  promise(
    status === 0 && isVerified && text.includes('Larkspur Books Ltd'),
    'a company registers, confirms by the mail that left, submits, and `company verify` verifies it',
  )
}

/** A specimen is a document only where nothing is real, so the worker is told that this is such a place. */
async function aDocumentIsRead(page: Page) {
  const [company, person] = [await aVerifiedCompany(), await aPerson({ locale: 'en' })]
  const session = await aVerification(company, { app: await anApp(company) })
  const { image } = await createSpecimen({ format: 'TD3', seed: 7, today: new Date(), view: { width: 1600, height: 1200 } })
  await page.goto(new URL(session.url ?? '').pathname)
  await page.getByRole('link', { name: 'Log in and go on' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('button', { name: 'Agree and go on' }).click()
  await page.getByRole('button', { name: 'Passport' }).click()
  await page.getByLabel('Or choose a file').setInputFiles({ name: 'picture.jpg', mimeType: 'image/jpeg', buffer: image })
  await page.getByRole('button', { name: 'Send this file' }).click()
  const read = () => withDatabase((db) => db.verificationSession.findUniqueOrThrow({ where: { id: session.id } }))
  const isRead = async () => (await read()).status === 'reviewing' || (await read()).failureCode !== null
  for (const end = Date.now() + 180_000; !(await isRead()); await pause(500)) if (Date.now() > end) break
  const { status, failureCode, checks, engineVersion } = await read()
  say(`  ${status}, ${failureCode ?? 'no failure'}, engine ${engineVersion}, ${JSON.stringify(checks)}`)
  promise(
    status === 'reviewing' && checks !== null,
    "a document sent through the hosted page is read by the image's worker, and waits for its person's word",
  )
}

await drill(async () => {
  if (!prefix.includes('ENV')) throw new Error('Say how `signet` is run, with ENV where its settings go.')
  const [database, sink, port] = [await cluster('primary'), await Sink.start(), await freePort()]
  undo.push(() => sink.close())
  database.create()
  database.start()
  database.ask('CREATE DATABASE signet', 'postgres')
  const ops = [await freePort(), await freePort(), await freePort()]
  const url = `http://localhost:${port}`
  settings = {
    ...{ DATABASE_URL: database.url(), MASTER_KEY: process.env.MASTER_KEY as string, BASE_URL: url, PORT: String(port), HOST: '127.0.0.1' },
    ...{
      MAIL: 'on',
      SMTP_URL: sink.url,
      ALIAS_DOMAIN: 'alias.drill.example',
      MAIL_FROM: 'no-reply@drill.example',
      SMTP_LISTEN: `127.0.0.1:${await freePort()}`,
    },
    ...{ LOG_LEVEL: 'error' },
  }
  Object.assign(process.env, settings)
  say('— an empty database')
  const before = signet('check')
  promise(before.text.includes('migrations to apply'), '`signet check` says that the database is empty')
  promise(signet('migrate').status === 0, '`signet migrate` brings it up')
  for (const [nth, program] of ['web', 'worker', 'smtp'].entries()) {
    start(program, { OPS_LISTEN: `127.0.0.1:${ops[nth]}`, ...(program === 'worker' && { EMBEDDED: '1' }) })
  }
  await untilReady(url)
  for (const port of ops) await untilReady(`http://127.0.0.1:${port}`)
  promise(true, 'web, worker and smtp say that they are ready')
  for (const [nth, program] of ['web', 'worker', 'smtp'].entries()) {
    const [command, args] = commandLine(['health'], { OPS_LISTEN: `127.0.0.1:${ops[nth]}` })
    promise(spawnSync(command, args).status === 0, `\`signet health\` of ${program}`)
  }
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'] })
  undo.push(() => browser.close())
  const page = async () => {
    const made = await (await browser.newContext({ baseURL: url, locale: 'en-GB' })).newPage()
    made.setDefaultTimeout(60_000)
    return made
  }
  await aVerifiedCompanyByHand(await page(), sink)
  await aDocumentIsRead(await page())

  say('— every documented command')
  const [company, person] = [await aVerifiedCompany(), await aPerson()]
  const app = await anApp(company)
  await consentWithoutPages(person, app, ['openid', 'email'])
  const alias = aliasAddress((await ensureSubject(person.id, app.id)).aliasLocalPart)
  for (const words of documentedCalls({ company: company.actor.companyId, app: app.id, person: person.email, alias })) {
    const { status, text } = signet(...words)
    // What there is nothing to do for is refused with a reason; what is not known is called wrongly.
    const isKnown = status !== null && status !== 2 && !/Unexpected fault|Cannot find|ERR_/.test(text)
    promise(isKnown, `signet ${words.join(' ').replace(person.email, '<email>').slice(0, 70)}: ${text.split('\n')[0]?.slice(0, 90)}`)
  }
  await closeDatabase()
})
