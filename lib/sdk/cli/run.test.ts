import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { aCaller } from '#lib/http/test-call'
import { flushRequestLog } from '#lib/request-log/recorder'
import { inProcess } from '../testing/in-process'
import { run } from './run'

afterAll(closeDatabase)

const SIGNET_URL = 'http://localhost:3000'

let folder: string
let environment: NodeJS.ProcessEnv
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'signet-cli-'))
  environment = { NODE_ENV: 'test', XDG_CONFIG_HOME: folder, SIGNET_URL, SIGNET_API_KEY: (await aCaller()).apiKey }
  vi.stubGlobal('fetch', inProcess().fetch)
})
afterEach(() => {
  vi.unstubAllGlobals()
  rmSync(folder, { recursive: true })
})

/** What one command says and ends with. */
async function signet(line: string, answers: string[] = []) {
  const said: string[] = []
  const terminal = { say: (text: string) => said.push(text), ask: async () => answers.shift() ?? '' }
  return { code: await run(line.split(' '), { environment, terminal }), said: said.join('\n') }
}

const HEADINGS = 'TIME\tSTATUS\tENDPOINT\tERROR\tLATENCY\tLIBRARY\tAPP OR KEY\tREQUEST ID'
const file = () => path.join(folder, 'signet.json')
const shop = { name: 'Shop', redirect_uris: ['https://shop.example/cb'], scopes: ['openid', 'email'] }
const write = (apps: object[]) => writeFileSync(file(), JSON.stringify({ version: 1, apps }))
const read = () => JSON.parse(readFileSync(file(), 'utf8')) as { apps: { name: string; client_id: string; redirect_uris: string[] }[] }

it('logs in with a key that is typed, keeps it for this user alone, and forgets it', async () => {
  const apiKey = String(environment.SIGNET_API_KEY)
  environment = { NODE_ENV: 'test', XDG_CONFIG_HOME: folder }
  expect((await signet('apps')).code).toBe(2)
  const { code, said } = await signet(`login ${SIGNET_URL}`, [apiKey])
  expect([code, said.includes(apiKey)]).toEqual([0, false])
  expect(said).toContain('http://localhost:3000/company/keys')
  expect(statSync(path.join(folder, 'signet', 'credentials.json')).mode & 0o777).toBe(0o600)
  expect((await signet('whoami')).said).toBe('Test at http://localhost:3000 (live)')
  await signet('logout')
  expect((await signet('whoami')).code).toBe(2)
})

it('sends a key to no address without TLS', async () => {
  const { code, said } = await signet('login http://login.example', ['sgk_'])
  expect([code, said]).toEqual([2, 'A key goes over https only.'])
})

it('makes an app from a file once, and writes down which one it is', async () => {
  write([{ ...shop, require_auth_time: true }])
  expect((await signet(`plan ${file()} --check`)).code).toBe(1)
  const { said } = await signet(`apply ${file()} --yes`)
  expect(said).toMatch(/client_secret, shown this once: sgs_/)
  expect(read().apps[0]?.client_id).toMatch(/^cli_/)
  expect((await signet(`plan ${file()} --check`)).code).toBe(0)
  expect((await signet('apps')).said.split('\n')).toEqual(['CLIENT ID\tSTATUS\tTYPE\tNAME', expect.stringMatching(/^cli_\w+\tactive\t\w+\tShop$/)])
})

it('exports what plan finds in order, and applies what was changed in it after a yes', async () => {
  write([shop])
  await signet(`apply ${file()} --yes`)
  await signet(`export ${file()}`)
  expect(readFileSync(file(), 'utf8')).not.toContain('sgs_')
  expect((await signet(`plan ${file()}`)).said).toBe('Everything is as the file says.')
  const { apps } = read()
  write(apps.map((app) => ({ ...app, redirect_uris: [...app.redirect_uris, 'https://shop.example/second'] })))
  expect((await signet(`apply ${file()}`, ['no'])).said).toContain('Nothing was changed.')
  expect((await signet(`apply ${file()}`, ['yes'])).said).toContain('Shop: changed')
  expect((await signet(`plan ${file()}`)).said).toBe('Everything is as the file says.')
})

it('refuses a file that would do something else than it says', async () => {
  write([shop])
  await signet(`apply ${file()} --yes`)
  const [app] = read().apps
  write([shop])
  expect(await signet(`plan ${file()}`)).toMatchObject({ code: 2, said: expect.stringContaining('already') })
  write([{ ...app, client_type: 'spa' }])
  expect(await signet(`plan ${file()}`)).toMatchObject({ code: 2, said: expect.stringContaining('cannot be changed') })
  writeFileSync(file(), '[]')
  expect(await signet(`plan ${file()}`)).toMatchObject({ code: 2, said: expect.stringContaining('signet export') })
})

it('shows what was asked and refused, one request by its id, and goes on as more come', async () => {
  await signet('whoami')
  write([shop])
  await signet(`apply ${file()} --yes`)
  const apiKey = environment.SIGNET_API_KEY
  const refusal = await fetch(`${SIGNET_URL}/api/v1/apps/${newId('app')}`, { headers: { authorization: `Bearer ${apiKey}` } })
  const reference = refusal.headers.get('x-request-id')
  await flushRequestLog()
  expect((await signet('log')).said).toMatch(/\t200\tGET \/api\/v1\/me\t-\t/)
  expect((await signet('log --failed')).said.split('\n')).toEqual([HEADINGS, expect.stringContaining(`404\tGET /api/v1/apps/:id\tnot_found`)])
  expect((await signet(`log --request-id ${reference}`)).said).toContain(reference)
  const followed: string[] = []
  const ending = new AbortController()
  const asked = () => followed.filter((text) => text.includes('GET /api/v1/me'))
  const say = (text: string) => {
    followed.push(text)
    if (asked().length === 2) ending.abort()
  }
  const done = run(['log', '--follow'], { environment, terminal: { say, ask: async () => '' }, signal: ending.signal })
  await vi.waitFor(() => expect(followed.join()).toContain(reference), 30_000)
  expect(asked()).toHaveLength(1)
  await signet('whoami')
  await flushRequestLog()
  await done
  expect(followed.at(-1)).toBe(asked()[1])
  expect(new Set(followed).size).toBe(followed.length)
  expect(followed.join()).not.toContain('/api/v1/log')
})

it('of a key or an app that the company has not got it says so and ends, also where it was to wait for more', async () => {
  for (const [option, what] of [
    ['key', 'key'],
    ['app', 'app'],
  ] as const)
    for (const follow of ['', ' --follow']) {
      const { code, said } = await signet(`log --${option} ${newId(what)}${follow}`)
      expect([code, said]).toEqual([2, expect.stringContaining(`is no ${what} of yours`)])
    }
})

it('stands in columns where somebody looks at it, each under its heading', async () => {
  await signet('whoami')
  await flushRequestLog()
  const said: string[] = []
  await run(['log'], { environment, terminal: { isWatched: true, say: (text) => said.push(text), ask: async () => '' } })
  const [headings = '', line = ''] = said
  for (const [heading, value] of [
    ['STATUS', '200'],
    ['ENDPOINT', 'GET /api/v1/me'],
    ['REQUEST ID', 'req_'],
  ] as const)
    expect(line.slice(headings.indexOf(heading)).startsWith(value), heading).toBe(true)
})

it('rotates a secret by client_id, and names the reference of a refusal', async () => {
  write([shop])
  await signet(`apply ${file()} --yes`)
  expect((await signet(`rotate ${read().apps[0]?.client_id}`)).said).toMatch(/shown this once: sgs_/)
  environment.SIGNET_API_KEY = 'sgk_wrong'
  expect((await signet('apps')).said).toMatch(/unauthorized, reference req_/)
})
