import { spawn, spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium } from 'playwright'
import { documentedCalls } from '#lib/admin/testing/documented-calls'
import { closeDatabase } from '#lib/core/db'
import { Sink } from '#lib/relay/testing/sink'
import { aliasAddress } from '#lib/subjects/alias-address'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { freePort } from '../../scripts/lib/ports.mjs'
import { consentWithoutPages } from '../fixtures/visitor'
import { anApp, aPerson, aVerifiedCompany } from '../fixtures/world'
import { createKey, LEGAL_NAME, registerByHand, verifyByKey } from './by-hand'
import { cluster, drill, promise, say, undo } from './drill'

/**
 * `npm run drills:image -- PREFIX`: an image used as docs/operating/README.md says, from an empty database to a verified company, with
 * a document that is verified for that company by its API key, and every documented command. PREFIX is what runs `signet` in it, with the word ENV where
 * settings go as `--env NAME=VALUE`:
 *
 *   npm run drills:image -- docker run --rm --network host --read-only --tmpfs /tmp ENV signet
 */

const prefix = process.argv.slice(2)
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
  const staff = await page()
  await registerByHand(staff, sink)
  const id = /cmp_\w+/.exec(signet('company', 'list', '--status', 'pending').text)?.[0] ?? 'none'
  const verified = signet('company', 'verify', id)
  await staff.reload()
  promise(
    verified.status === 0 && verified.text.includes(LEGAL_NAME) && (await staff.getByText('Waiting for our answer').count()) === 0,
    'a company registers, confirms by the mail that left, submits, and `company verify` verifies it',
  )
  // A specimen is a document only where nothing is real; that is all that the worker was told beside its settings.
  const told = await verifyByKey(url, await createKey(staff), await page(), sink)
  say(`  ${JSON.stringify({ status: told.status, failure: told.failure, result: told.result })}`)
  promise(
    told.status === 'verified' && told.material.status === 'deleted',
    "with a key from the panel the company makes an app and a session; a person who registers by mail shows a passport, the image's worker reads it, and the key's answer is `verified`, its pictures deleted",
  )

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
