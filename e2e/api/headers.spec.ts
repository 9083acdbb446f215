import { QUICKSTART_COOKIE } from '#app/(company)/company/(panel)/apps/[id]/quickstart/language'
import { LANGUAGE_COOKIE } from '#app/docs/(guide)/quickstarts/language-cookie'
import { ROUTES } from '#lib/http/routes'
import { LOCALE_COOKIE } from '#lib/i18n/locales'
import { THEME_COOKIE } from '#lib/i18n/theme'
import { COMPANY_REALM, cookieName, USER_REALM } from '#lib/session/realm'
import { formsOf, toMultipart } from '../fixtures/page-forms'
import { type RawAnswer, sendRaw } from '../fixtures/raw-http'
import { type Service, startService } from '../fixtures/service'
import { personSession, staffSession } from '../fixtures/sessions'
import { fill, readSiteMap } from '../fixtures/site-map'
import { expect, test } from '../fixtures/test'
import { aCompany, anApp, aPerson } from '../fixtures/world'

/**
 * One rule for every answer of the service as the world reaches it, by TLS. What there is comes from the route table and
 * from `app/`, so a new route or page is held to it without being named.
 */
const BASE_URL = 'https://login.example'
const HOST = new URL(BASE_URL).host
const STRICT = 'max-age=63072000; includeSubDomains'

/** What a person chose to see; scripts may know it, and no other host gains by setting it. */
const PREFERENCES = new Set([LOCALE_COOKIE, THEME_COOKIE, LANGUAGE_COOKIE, QUICKSTART_COOKIE])

type Asked = { method: string; path: string; headers?: string[]; body?: string; isSignedIn?: boolean }

// One service answers all of them.
test.describe.configure({ mode: 'default' })

let service: Service
test.beforeAll(async () => {
  service = await startService({ BASE_URL, NEXTAUTH_URL: BASE_URL, EMBEDDED: '', MAIL: 'off' })
})
test.afterAll(() => service?.stop())

function ask({ method, path, headers = [], body = '' }: Asked): Promise<RawAnswer> {
  const length = method === 'GET' || method === 'HEAD' ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const head = [`${method} ${path} HTTP/1.1`, `Host: ${HOST}`, 'Connection: close', ...headers, ...length]
  return sendRaw(service.url, `${head.join('\r\n')}\r\n\r\n${body}`)
}

/** Every Set-Cookie of an answer. */
const cookiesOf = ({ text }: RawAnswer) =>
  [...(text.split('\r\n\r\n', 1)[0]?.matchAll(/^set-cookie: (.*)$/gim) ?? [])].map(([, line = '']) => line.trim())

function cookieFaults(line: string): string[] {
  const [pair = '', ...attributes] = line.split(/;\s*/)
  const name = pair.split('=', 1)[0] ?? ''
  const has = (text: string) => attributes.some((attribute) => attribute.toLowerCase() === text)
  const isPreference = PREFERENCES.has(name)
  const demands: [boolean, string][] = [
    [has('secure'), 'Secure'],
    [has('samesite=lax') || has('samesite=strict'), 'SameSite'],
    [!attributes.some((attribute) => /^domain/i.test(attribute)), 'no Domain'],
    [isPreference || has('httponly'), 'HttpOnly'],
    [isPreference || (name.startsWith('__Host-') && has('path=/')), '__Host- with Path=/'],
  ]
  return demands.filter(([holds]) => !holds).map(([, demand]) => `cookie ${name} without ${demand}`)
}

function headerFaults(answer: RawAnswer, { path, isSignedIn }: Asked): string[] {
  const { headers, status } = answer
  const get = (name: string) => headers.get(name) ?? ''
  const type = get('content-type')
  const isPage = type.startsWith('text/html')
  const policy = get('content-security-policy')
  const isFile = path.startsWith('/_next/static/') && status === 200
  const demands: [boolean, string][] = [
    [status >= 200, 'an answer'],
    [get('strict-transport-security') === STRICT, 'Strict-Transport-Security'],
    [get('x-content-type-options') === 'nosniff', 'X-Content-Type-Options'],
    [/^req_\w{22}$/.test(get('x-request-id')), 'X-Request-Id'],
    [!headers.has('x-powered-by') && !headers.has('server'), 'silence about what it runs on'],
    [!isPage || /frame-ancestors 'none'/.test(policy), 'frame-ancestors'],
    [!isPage || /default-src '(self|none)'/.test(policy), 'a content policy'],
    [!isPage || !/script-src[^;]*'unsafe-/.test(policy), 'a policy for scripts'],
    [!(isPage || (status >= 300 && status < 400 && status !== 304)) || /^(no-referrer|same-origin)$/.test(get('referrer-policy')), 'Referrer-Policy'],
    [!(isPage || isSignedIn || cookiesOf(answer).length > 0) || isFile || /\bno-store\b/.test(get('cache-control')), 'no-store'],
  ]
  return [...demands.filter(([holds]) => !holds).map(([, demand]) => `no ${demand}`), ...cookiesOf(answer).flatMap(cookieFaults)]
}

/** Faults with the first few requests that show each. */
class Faults {
  private readonly found = new Map<string, string[]>()
  readonly cookies = new Set<string>()

  /** @param isSignedIn whether the answer is one for whoever is logged in, where only the answer tells */
  async hold(asked: Asked, isSignedIn?: (answer: RawAnswer) => boolean): Promise<RawAnswer> {
    const answer = await ask(asked)
    for (const line of cookiesOf(answer)) this.cookies.add(line.split('=', 1)[0] ?? '')
    for (const fault of headerFaults(answer, isSignedIn ? { ...asked, isSignedIn: isSignedIn(answer) } : asked)) {
      const shown = this.found.get(fault) ?? []
      this.found.set(fault, [...shown, `${asked.method} ${asked.path} (${answer.status})`])
    }
    return answer
  }

  toString = () => [...this.found].map(([fault, where]) => `${fault}: ${where.length} times, such as ${where.slice(0, 8).join(', ')}`).join('\n')
}

/** Both kinds of log-in in one browser. */
async function signedIn() {
  const [person, company] = [await aPerson(), await aCompany()]
  const app = await anApp(company)
  const [asPerson, asStaff] = [await personSession(person.id), await staffSession(company.actor.id)]
  const pairs = [
    [USER_REALM, asPerson.value],
    [COMPANY_REALM, asStaff.value],
  ] as const
  return { person, company, app, cookie: `Cookie: ${pairs.map(([realm, value]) => `__Host-${cookieName(realm)}=${value}`).join('; ')}` }
}

const PLACES = readSiteMap()

test('every endpoint answers with the headers it must have, whatever the method and whoever asks', async () => {
  test.setTimeout(600_000)
  const faults = new Faults()
  const { company, app, cookie } = await signedIn()
  const bearer = `Authorization: Bearer ${company.apiKey}`
  for (const { path: pattern } of [...ROUTES, { path: '/api/x' }, { path: '/v1/x' }, { path: '/healthz' }, { path: '/readyz' }]) {
    for (const value of pattern.includes(':') ? ['x', app.id, '%00'] : ['']) {
      const path = fill(pattern, value)
      const anonymous = await faults.hold({ method: 'GET', path })
      // An answer that depends on who asks is for nobody else's cache.
      for (const headers of [[bearer], [cookie]]) {
        await faults.hold({ method: 'GET', path, headers }, ({ status }) => status !== anonymous.status)
      }
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE']) await faults.hold({ method, path, headers: [bearer] })
    }
  }
  expect(`${faults}`).toBe('')
})

test('every page and file answers with the headers it must have, for strangers and for those who are logged in', async () => {
  test.setTimeout(900_000)
  const faults = new Faults()
  const { app, cookie } = await signedIn()
  const home = await faults.hold({ method: 'GET', path: '/' })
  const files = [...new Set(home.body.match(/\/_next\/static\/[^"\\]+\.(js|css|woff2)/g))]
  const unknown = [
    '/nowhere',
    '/_next/static/none.js',
    '/_next/image?url=x',
    '/_next/data/x',
    '/favicon.ico',
    '/faviconx',
    '/oauth2/x',
    '/.well-known/x',
    '//evil.example/',
    '/%ff',
    '/%00',
    '/login/',
    '/robots.txt',
  ]
  for (const path of [...files, ...unknown]) for (const method of ['GET', 'HEAD', 'POST', 'PUT']) await faults.hold({ method, path })

  for (const { pattern, isPage } of PLACES) {
    for (const value of pattern.includes('[') ? ['x', app.id] : ['']) {
      const path = fill(pattern, value)
      const anonymous = await faults.hold({ method: 'GET', path })
      await faults.hold({ method: 'GET', path, headers: [cookie] }, ({ status }) => isPage || status !== anonymous.status || status === 404)
      for (const method of ['HEAD', 'POST', 'DELETE']) await faults.hold({ method, path, headers: [cookie] })
      await faults.hold({ method: 'GET', path, headers: [cookie, 'RSC: 1'] })
    }
  }
  expect(`${faults}`).toBe('')
})

test('every cookie that a form of any page sets can neither be read, nor sent elsewhere, nor set by another host', async () => {
  test.setTimeout(900_000)
  const faults = new Faults()
  const sent = new Set<string>()
  for (const { pattern } of PLACES.filter(({ isPage }) => isPage)) {
    // Anew for each page: some forms end the log-in they were sent with.
    const { person, company, app, cookie } = await signedIn()
    const path = fill(pattern, app.id)
    const { email, password } = pattern.startsWith('/company') ? company : person
    for (const headers of [[], [cookie]]) {
      const page = await ask({ method: 'GET', path, headers })
      for (const { action, fields } of formsOf(page.body)) {
        // The form that chooses the language is the same on every page.
        const form = JSON.stringify([headers.length, [...fields].map(([name, value]) => (name.startsWith('$ACTION') ? [name, value] : name))])
        if (sent.has(form)) continue
        sent.add(form)
        for (const [name, value] of Object.entries({ email, password, name: 'Jo', company: 'Shop', legal_name: 'Shop' }))
          if (fields.has(name)) fields.set(name, value)
        const { type, body } = toMultipart(fields)
        const target = action.startsWith('/') ? action : path
        await faults.hold({ method: 'POST', path: target, headers: [...headers, `Origin: ${BASE_URL}`, `Content-Type: ${type}`], body })
      }
    }
  }
  expect(sent.size).toBeGreaterThan(30)
  expect(`${faults}`).toBe('')
  const expected = ['__Host-signet-user', '__Host-signet-company', '__Host-signet-device', '__Host-signet-waiting', LOCALE_COOKIE, THEME_COOKIE]
  expect([...faults.cookies]).toEqual(expect.arrayContaining(expected))
})

test('what is no request, or one that nobody serves, is answered with the same headers', async () => {
  const faults: string[] = []
  const REQUESTS: Record<string, string> = {
    'no HTTP': 'hello\r\n\r\n',
    'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'a head too large': `GET / HTTP/1.1\r\nHost: ${HOST}\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    'two lengths': `POST / HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    'no host': 'GET / HTTP/1.1\r\n\r\n',
    'another host': 'GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n',
    'another host in the address': `GET http://evil.example/login HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
    'a tunnel': `CONNECT ${HOST}:443 HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
    'all of the server': `OPTIONS * HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`,
    'an expectation': `GET /login HTTP/1.1\r\nHost: ${HOST}\r\nExpect: wonders\r\n\r\n`,
    'another protocol': `GET /login HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`,
    'a body too large': `POST /login HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 2000000\r\n\r\n`,
  }
  for (const [title, bytes] of Object.entries(REQUESTS)) {
    const wait = bytes.replace(/\r\n\r\n/, '\r\nConnection: close\r\n\r\n')
    const answer = await sendRaw(service.url, /Upgrade|PRI|hello/.test(bytes) ? bytes : wait)
    for (const fault of headerFaults(answer, { method: '', path: '' })) faults.push(`${title} (${answer.status}): ${fault}`)
  }
  expect(faults.join('\n')).toBe('')
})
