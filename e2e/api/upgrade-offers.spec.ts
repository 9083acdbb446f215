import { PATH_PARAMETER } from '#lib/core/operation'
import { ROUTES } from '#lib/http/routes'
import { holdSocket } from '../fixtures/held-socket'
import { sendRaw } from '../fixtures/raw-http'
import { type Service, startService } from '../fixtures/service'
import { expect, test } from '../fixtures/test'

const OFFERS: Record<string, string[]> = {
  'h2c with its settings': ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'],
  'TLS/1.2': ['Connection: Upgrade', 'Upgrade: TLS/1.2'],
  websocket: ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13'],
  'several at once': ['Connection: keep-alive, Upgrade', 'Upgrade: h2c, websocket, TLS/1.3'],
  'a protocol nobody knows': ['Connection: upgrade', 'Upgrade: gopher/7'],
  'Connection: Upgrade alone': ['Connection: Upgrade'],
}

/** The route table, and what is beside it: a page, static files, probes, what nobody knows. */
const ENDPOINTS = ROUTES.map(({ path }) => path.replace(PATH_PARAMETER, 'x'))
const PATHS = [
  ...ENDPOINTS,
  ...[
    '/',
    '/login',
    '/company/login',
    '/docs',
    '/api/auth/user/session',
    '/_next/static/none.js',
    '/healthz',
    '/readyz',
    '/api/x',
    '/v1/x',
    '/nowhere',
  ],
]

const FORM = 'grant_type=authorization_code&code=x&redirect_uri=y'

/** The status of a request with an offer, and whether its connection came to an end when asked to; a second request asks for it. */
async function answersTo(server: string, method: string, path: string, offer: string[]): Promise<string[]> {
  const [host, body] = [new URL(server).host, method === 'POST' ? FORM : '']
  const form = method === 'POST' ? ['Content-Type: application/x-www-form-urlencoded', `Content-Length: ${body.length}`] : []
  const request = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...offer, ...form].join('\r\n')
  const next = `GET /.well-known/jwks.json HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`
  const { text, hasEnded } = await sendRaw(server, `${request}\r\n\r\n${body}${next}`, { patienceMs: 20_000 })
  return [/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 'no answer', hasEnded ? 'ended' : 'left open']
}

async function expectOffersIgnored(service: Service) {
  const wrong: string[] = []
  for (const method of ['GET', 'POST']) {
    for (const path of method === 'POST' ? [...ENDPOINTS, '/login'] : PATHS) {
      const expected = await answersTo(service.url, method, path, [])
      for (const [title, offer] of Object.entries(OFFERS)) {
        const answers = await answersTo(service.url, method, path, offer)
        if (answers.join() !== expected.join()) wrong.push(`${title}, ${method} ${path}: ${answers} instead of ${expected}`)
      }
      expect(expected.at(-1), path).toBe('ended')
      if (wrong.length > 20) break
    }
  }
  expect(wrong.join('\n')).toBe('')
}

test.describe('an offer to speak another protocol is ignored and the request answered', () => {
  let service: Service
  test.describe.configure({ mode: 'serial' })
  test.beforeAll(async () => {
    service = await startService()
  })
  test.afterAll(() => service?.stop())

  test('before the first page was served', async () => {
    const expected: Record<string, string[]> = { '/healthz': ['200', 'ended'], '/oauth2/userinfo': ['401', 'ended'], '/api/x': ['404', 'ended'] }
    for (const [title, offer] of Object.entries(OFFERS)) {
      for (const path of Object.keys(expected)) {
        expect([title, path, ...(await answersTo(service.url, 'GET', path, offer))]).toEqual([title, path, ...(expected[path] ?? [])])
      }
    }
  })

  test('on every path, once pages are served', async () => {
    await (await fetch(`${service.url}/login`)).text()
    await expectOffersIgnored(service)
  })

  test('on the port of those who run the service', async () => {
    for (const [title, offer] of Object.entries(OFFERS)) {
      for (const path of ['/healthz', '/metrics', '/nowhere']) {
        const head = `GET ${path} HTTP/1.1\r\nHost: x\r\n`
        const next = 'GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
        const { text, hasEnded } = await sendRaw(service.opsUrl, `${head}${offer.join('\r\n')}\r\n\r\n${next}`, { patienceMs: 20_000 })
        expect([title, path, /^HTTP\/1\.1 (200|404) /.test(text), hasEnded]).toEqual([title, path, true, true])
      }
    }
  })
})

test('SIGTERM ends the process within its time, whatever clients hold', async () => {
  test.setTimeout(400_000)
  const service = await startService({ WEB_PROCESSES: '2', DRAIN_SECONDS: '1' })
  const host = new URL(service.url).host
  const page = await (await fetch(`${service.url}/login`)).text()
  const script = page.match(/\/_next\/static\/[^"]+\.js/)?.[0] ?? ''
  const head = (line: string, ...more: string[]) => [line, `Host: ${host}`, ...more, '', ''].join('\r\n')

  const HELD: [bytes: string, options?: { reads: boolean }][] = [
    [''],
    ['GET / HTTP/1.1\r\nHost: '],
    ['no HTTP at all\r\n\r\n'],
    ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    [head(`CONNECT ${host} HTTP/1.1`)],
    [head('POST /oauth2/token HTTP/1.1', 'Content-Type: application/x-www-form-urlencoded', 'Content-Length: 100', 'Expect: 100-continue')],
    [head('POST /login HTTP/1.1', 'Content-Type: multipart/form-data; boundary=x', 'Content-Length: 100')],
    [head('POST /healthz HTTP/1.1', 'Content-Length: 100')],
    [head(`GET ${script} HTTP/1.1`).repeat(40), { reads: false }],
  ]
  const offers = Object.values(OFFERS).flatMap((offer) => ['/login', '/healthz', '/nowhere'].map((path) => head(`GET ${path} HTTP/1.1`, ...offer)))
  const open = (server: string) => Promise.all(HELD.map(([bytes, options]) => holdSocket(server, bytes, options)))
  const held = [...(await open(service.url)), ...(await open(service.opsUrl))]
  const withOffers = await Promise.all(Array.from({ length: 12 }, () => offers.map((bytes) => holdSocket(service.url, bytes))).flat())
  for (const one of withOffers) await expect.poll(() => one.received(), { timeout: 180_000 }).toMatch(/^HTTP\/1\.1 /)

  const asked = performance.now()
  service.supervisor.kill('SIGTERM')
  expect(await service.exited).toBe(0)
  const seconds = (performance.now() - asked) / 1000
  // A second of draining and ten for what runs; the rest is for a machine that is busy.
  expect(seconds).toBeLessThan(45)
  for (const { socket, closed } of [...held, ...withOffers]) {
    socket.resume()
    await closed
  }
})
