import { lookup } from 'node:dns/promises'
import { createServer, type Socket } from 'node:net'
import { afterAll, expect, it, vi } from 'vitest'
import { fetchOutside } from './fetch-outside'
import { postOutside } from './post-outside'
import { aNameServer } from './testing/a-name-server'

// Only the embedded default asks this machine.
const names = vi.hoisted(() => {
  process.env.EMBEDDED = 'true'
  return { server: '' }
})
vi.mock('node:dns/promises', async (original) => {
  const { withServer } = await import('./testing/with-server')
  return withServer(await original<typeof import('node:dns/promises')>(), names)
})

const closing: (() => void)[] = []
afterAll(() => {
  for (const close of closing) close()
})

/** A server by hand: what it does with the nth request of a connection, of all connections. */
async function aServer(answer: (socket: Socket, nthOfConnection: number, nth: number) => void) {
  let nth = 0
  const server = createServer((socket) => {
    let nthOfConnection = 0
    socket.on('error', () => {})
    socket.on('data', () => answer(socket, ++nthOfConnection, ++nth))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as { port: number }
  return { url: `http://127.0.0.1:${port}/`, requests: () => nth }
}

const LIMITS = { maxBytes: 1000, timeoutMs: 1000, accept: 'image/png' }
const UPGRADED = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

it('an answer that wants to speak another protocol is none, at once', async () => {
  const { url } = await aServer((socket) => socket.write(UPGRADED))
  const began = performance.now()
  expect(await postOutside(url, {}, '{}', 10)).toEqual({ fault: 'broken_off' })
  await expect(fetchOutside(url, LIMITS)).rejects.toMatchObject({ fault: 'no_answer' })
  expect(performance.now() - began).toBeLessThan(5000)
}, 20_000)

it('a connection that was closed while it lay idle is made anew, and the address has not failed', async () => {
  const { url, requests } = await aServer((socket, nthOfConnection) =>
    nthOfConnection === 1 ? socket.write('HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n') : socket.destroy(),
  )
  expect(await postOutside(url, {}, '{}', 10)).toMatchObject({ status: 204 })
  expect(await postOutside(url, {}, '{}', 10)).toMatchObject({ status: 204 })
  expect(requests()).toBe(3)
})

it('one that is cut on a new connection has failed, and is not asked twice', async () => {
  const { url, requests } = await aServer((socket) => socket.destroy())
  expect(await postOutside(url, {}, '{}', 10)).toEqual({ fault: 'broken_off' })
  expect(requests()).toBe(1)
})

it('names whose server never answers hold up nothing else of this process', async () => {
  const silent = await aNameServer(() => 'silent')
  closing.push(silent.close)
  names.server = silent.server
  const hanging = Array.from({ length: 8 }, (_, nth) => fetchOutside(`https://hangs-${nth}.example/`, LIMITS).catch((error: unknown) => error))
  const began = performance.now()
  await lookup('localhost')
  expect(performance.now() - began).toBeLessThan(900)
  for (const failure of await Promise.all(hanging)) expect(failure).toMatchObject({ fault: 'no_answer' })
  expect(new Set(silent.asked).size).toBe(16)
})
