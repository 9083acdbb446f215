import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { fetchOutside } from './fetch-outside'
import { resolveOutside } from './resolve-outside'

// The embedded default, where this machine may be asked.
vi.hoisted(() => {
  process.env.EMBEDDED = 'true'
})

const LIMITS = { maxBytes: 1000, timeoutMs: 500, accept: 'image/png' }

const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/good': (response) => response.end('picture'),
  '/moved': (response) => response.writeHead(302, { Location: '/good' }).end(),
  '/missing': (response) => response.writeHead(404).end('picture'),
  '/large': (response) => response.end(Buffer.alloc(1001)),
  '/endless': (response) => {
    const drip = setInterval(() => response.write('x'), 50)
    response.on('close', () => clearInterval(drip))
  },
  '/silent': () => {},
  '/cut': (response) => {
    response.writeHead(200, { 'Content-Length': '100' }).write('x')
    setTimeout(() => response.destroy(), 20)
  },
}

let server: Server
let base: string
const asked: (string | undefined)[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(JSON.stringify(request.headers))
    ANSWERS[request.url ?? '']?.(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

it('what an address holds comes as it is, and its server learns nothing but that somebody came', async () => {
  expect((await fetchOutside(`${base}/good`, LIMITS)).toString()).toBe('picture')
  expect(Object.keys(JSON.parse(asked.at(-1) ?? '{}')).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent'])
})

it.each([
  ['/moved', 'bad_status'],
  ['/missing', 'bad_status'],
  ['/large', 'too_large'],
  ['/endless', 'no_answer'],
  ['/silent', 'no_answer'],
  ['/cut', 'no_answer'],
])('%s is refused: %s', async (path, fault) => {
  await expect(fetchOutside(base + path, LIMITS)).rejects.toMatchObject({ fault })
})

it.each([
  ['http://10.0.0.1/', 'not_public'],
  ['http://example.com./', 'unresolved|not_public'],
  ['ftp://127.0.0.1/', 'needs_https'],
  ['https://user@127.0.0.1/', 'not_an_address'],
  ['nonsense', 'not_an_address'],
])('%s is not asked even where nothing is real', async (address, fault) => {
  await expect(resolveOutside(address)).rejects.toMatchObject({ fault: expect.stringMatching(`^(${fault})$`) })
})
