import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { closeDatabase } from '#lib/core/db'
import { withdrawAccess } from '#lib/grants/end-grants'
import { migrate } from '../../scripts/lib/migrate.mjs'
import { personSession } from '../fixtures/sessions'
import { consentWithoutPages, exchange, silentCode, type Tokens, userinfo, type Visitor } from '../fixtures/visitor'
import { anApp, aPerson, aVerifiedCompany, type TestApp } from '../fixtures/world'
import { cluster, drill, logIn, promise, root, say, startProcess, startWeb } from './drill'

/**
 * `npm run drills:upgrade -- COMMIT`: the processes of an older version on the schema of this one, beside processes of this one. The
 * older version is built from its commit, with the packages that are installed here; without one it is the newest tag. Ends
 * with 1 when a promise is not kept.
 */

const SCOPES = ['openid', 'email', 'profile']
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()

const STAMP = `const { hashContents, writeStamp } = await import('./scripts/lib/content-hash.mjs'); writeStamp('node_modules/.signet-lock-hash', hashContents(['package-lock.json']))`

/** @returns where the older version is, built; `OLDER_BUILD` names a folder that keeps it for the next time */
function build(commit: string): string {
  const dir = process.env.OLDER_BUILD ?? path.join(root, 'older')
  if (existsSync(path.join(dir, '.next', 'BUILD_ID'))) return dir
  mkdirSync(dir)
  execFileSync('sh', ['-c', `git archive ${git('rev-parse', '--verify', `${commit}^{commit}`)} | tar -x -C "${dir}"`])
  execFileSync('cp', ['-al', 'node_modules', path.join(dir, 'node_modules')])
  execFileSync('rm', ['-f', path.join(dir, 'node_modules', '.signet-lock-hash')])
  execFileSync(process.execPath, ['--input-type=module', '-e', STAMP], { cwd: dir })
  const { DATABASE_URL: _, ...env } = process.env
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: dir, env: { ...env, NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'inherit'] })
  return dir
}

const bodyOf = async (response: Response) => ({ status: response.status, ...((await response.json()) as Tokens & { error?: string }) })
const read = async (url: string, token: string) => (await userinfo(url, token)).status

/** A log-in of which each call goes to another process, and its end. */
async function crossing(names: string, one: string, other: string, visitor: Visitor, app: TestApp) {
  await consentWithoutPages(visitor.person, app, SCOPES)
  const { code, verifier } = await silentCode(one, app, visitor, { scope: SCOPES.join(' ') })
  const first = await bodyOf(await exchange(other, app, code, verifier))
  const open = [await read(one, first.access_token), await read(other, first.access_token)]
  promise(first.status === 200 && open.every((status) => status === 200), `${names}: code of one, exchanged at the other, read at both`)
  const again = await bodyOf(await exchange(one, app, code, verifier))
  const after = [await read(one, first.access_token), await read(other, first.access_token)]
  promise(again.error === 'invalid_grant' && after.every((status) => status === 401), `${names}: the code used again ends what came of it, at both`)
}

async function withdrawal(old: string, young: string, visitor: Visitor, app: TestApp) {
  await consentWithoutPages(visitor.person, app, SCOPES)
  const { code, verifier } = await silentCode(young, app, visitor, { scope: SCOPES.join(' ') })
  const { access_token } = await bodyOf(await exchange(old, app, code, verifier))
  const before = [await read(old, access_token), await read(young, access_token)]
  await withdrawAccess(visitor.person.id, app.id)
  const after = [await read(old, access_token), await read(young, access_token)]
  promise(before.every((status) => status === 200) && after.every((status) => status === 401), 'a withdrawal by the new version holds at the old one')
}

/** Lines of level error and above; a web process of either version has none on a schema that suits it. */
const faultsIn = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /"level":(50|60)|column .* does not exist|relation .* does not exist/.test(line))

const [named] = process.argv.slice(2)
const commit = named ?? git('describe', '--tags', '--abbrev=0')

await drill(async () => {
  say(`— processes of ${git('log', '-1', '--format=%h (%s)', commit)} on the schema of ${git('log', '-1', '--format=%h', 'HEAD')}`)
  const dir = build(commit)
  const migrations = (at: string) => readdirSync(path.join(at, 'prisma', 'migrations')).length
  say(`  the new schema has ${migrations('.') - migrations(dir)} migrations more`)
  const database = await cluster('primary')
  database.create()
  database.start()
  database.ask('CREATE DATABASE signet', 'postgres')
  await migrate(database.url())
  process.env.DATABASE_URL = database.url()
  const logs = { old: path.join(root, 'old.log'), young: path.join(root, 'young.log') }
  const [old, young] = [await startWeb(database.url(), { dir, log: logs.old }), await startWeb(database.url(), { log: logs.young })]
  const workers = [
    startProcess({ databaseUrl: database.url(), program: 'worker', dir, log: logs.old }),
    startProcess({ databaseUrl: database.url(), program: 'worker', log: logs.young }),
  ]

  const company = await aVerifiedCompany()
  const person = await aPerson()
  const visitor = { person, cookie: (await personSession(person.id)).cookie }
  promise(await logIn(old, person), 'a person logs in at the old version, by its page')
  promise(await logIn(young, person), 'and at the new one beside it')
  await crossing('old then new', old, young, visitor, await anApp(company))
  await crossing('new then old', young, old, visitor, await anApp(company))
  await withdrawal(old, young, visitor, await anApp(company))
  await pause(3000)
  promise(
    workers.every(({ exitCode }) => exitCode === null),
    'workers of both run side by side',
  )
  for (const file of Object.values(logs)) {
    const found = faultsIn(file)
    for (const line of found.slice(0, 5)) say(`  ${line.slice(0, 300)}`)
    promise(found.length === 0, `${path.basename(file)}: no fault in what web and worker said`)
  }
  await closeDatabase()
})
