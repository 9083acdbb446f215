import type { RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { type BoundedServer, boundedServer, type Limits } from './bounded-server'

/** Short, and far enough apart for a busy machine to keep their order. */
const SHORT = { head: 200, request: 400, answer: 3500, silence: 2000, keepAlive: 300, lastWord: 100, stop: 300, look: 30 } satisfies Partial<Limits>

let bounded: BoundedServer | undefined
const clients: Socket[] = []
afterEach(async () => {
  for (const socket of clients.splice(0)) socket.destroy()
  await bounded?.stop()
  bounded = undefined
})

async function start(serve: RequestListener, change: Partial<Limits> = {}): Promise<number> {
  bounded = boundedServer(serve, { ...SHORT, ...change })
  await bounded.listen(0, '127.0.0.1')
  return (bounded.server.address() as AddressInfo).port
}

/** @param closed once the server has let go of the connection */
type Client = { socket: Socket; received: () => string; closed: Promise<void> }

/** A client that keeps its own side open for as long as it can. */
async function hold(port: number, text: string, { reads = true } = {}): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  const closed = new Promise<void>((done) => socket.once('end', done).once('close', () => done()))
  clients.push(socket)
  socket.on('error', () => {})
  if (reads) socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
  await new Promise<void>((done) => socket.once('connect', () => done()))
  if (text) socket.write(text)
  return { socket, received: () => received, closed }
}

const connectionsOf = () => new Promise<number>((resolve) => bounded?.server.getConnections((_, count) => resolve(count)))
const nobodyLeft = () => expect.poll(connectionsOf).toBe(0)
const hello: RequestListener = (_, outgoing) => outgoing.end('hello')
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const OFFER = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n'

describe('a bounded server', () => {
  it('answers a request that offers another protocol, and ends the connection', async () => {
    const port = await start(hello)
    const client = await hold(port, `GET / HTTP/1.1\r\nHost: x\r\n${OFFER}\r\n`)
    await expect.poll(client.received).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*hello$/)
    await client.closed
  })

  it('reads the body of a request that offers another protocol', async () => {
    const port = await start((incoming, outgoing) => incoming.pipe(outgoing))
    const client = await hold(port, `POST / HTTP/1.1\r\nHost: x\r\n${OFFER}Content-Length: 4\r\n\r\nab`)
    client.socket.write('cd')
    await client.closed
    expect(client.received()).toContain('abcd')
  })

  it('lets nobody listen for upgrades', async () => {
    await start(hello)
    expect(() => bounded?.server.on('upgrade', () => {})).toThrow()
    expect(bounded?.server.listenerCount('upgrade')).toBe(0)
  })

  const NEVER_ENDING: [what: string, text: string, says: RegExp][] = [
    ['says nothing', '', /^HTTP\/1\.1 408 /],
    ['stops within the head', 'GET / HTTP/1.1\r\nHo', /^HTTP\/1\.1 408 /],
    ['stops within the body', 'POST /read HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na', /^HTTP\/1\.1 408 /],
    [
      'does not send the body it asked to send',
      'POST /read HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
      /^HTTP\/1\.1 100 /,
    ],
    ['sends no body that anybody waits for', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n', /^HTTP\/1\.1 200 [\s\S]*hello$/],
    ['says no HTTP', 'hello\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['speaks HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['sends a head without end', `GET / HTTP/1.1\r\nA: ${'x'.repeat(20_000)}`, /^HTTP\/1\.1 431 /],
    ['asks for a tunnel', 'CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n', /^HTTP\/1\.1 405 /],
    ['expects what nobody knows', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n', /^HTTP\/1\.1 200 [\s\S]*hello$/],
    ['asks once and keeps the connection', GET, /^HTTP\/1\.1 200 [\s\S]*hello$/],
  ]
  it.each(NEVER_ENDING)('is rid of a client that %s and never closes its side', async (_, text, says) => {
    const port = await start((incoming, outgoing) => {
      if (incoming.url === '/read') incoming.resume().once('end', () => outgoing.end())
      else outgoing.end('hello')
    })
    const client = await hold(port, text)
    await client.closed
    expect(client.received()).toMatch(says)
    expect(client.received().match(/HTTP\/1\.1 [2-5]/g)).toHaveLength(1)
    await nobodyLeft()
  })

  it('is rid of a client that drips its head', async () => {
    const port = await start(hello)
    const client = await hold(port, 'GET / HTTP/1.1\r\nX: ')
    const dripping = setInterval(() => client.socket.write('x'), 20)
    await client.closed
    clearInterval(dripping)
    await nobodyLeft()
  })

  it('is rid of a client that takes no byte of its answer', async () => {
    const port = await start((_, outgoing) => outgoing.end(Buffer.alloc(32 << 20)))
    await hold(port, GET.repeat(3), { reads: false })
    await expect.poll(connectionsOf).toBe(1)
    await nobodyLeft()
  })

  it('is rid of a client that takes its answer drop by drop', async () => {
    const port = await start((_, outgoing) => outgoing.end(Buffer.alloc(64 << 20)), { silence: 0 })
    const client = await hold(port, GET, { reads: false })
    const dripping = setInterval(() => client.socket.read(64), 20)
    await nobodyLeft()
    clearInterval(dripping)
  })

  it('says nothing more in the middle of an answer', async () => {
    const port = await start((_, outgoing) => void outgoing.write('first'))
    const client = await hold(port, `${GET}no HTTP\r\n\r\n`)
    await client.closed
    expect(client.received().match(/HTTP\/1\.1/g) ?? []).toHaveLength(client.received() ? 1 : 0)
  })

  it('stops in its time, whatever clients hold, and finishes what runs', async () => {
    const waiting: (() => void)[] = []
    const port = await start(
      (incoming, outgoing) => void (incoming.url === '/wait' ? waiting.push(() => outgoing.end('late')) : outgoing.write('x')),
      {
        head: 60_000,
        request: 60_000,
        keepAlive: 60_000,
        silence: 60_000,
        lastWord: 60_000,
      },
    )
    const held = await Promise.all(
      ['', 'GET /', 'no HTTP\r\n\r\n', GET, GET.replace('GET', 'CONNECT'), GET.replace('\r\n\r\n', `\r\n${OFFER}\r\n`)].flatMap((text) => [
        hold(port, text),
        hold(port, text, { reads: false }),
      ]),
    )
    const late = await hold(port, GET.replace('/', '/wait'))
    await expect.poll(() => waiting.length).toBe(1)
    const stopped = bounded?.stop()
    await pause(50)
    waiting[0]?.()
    await stopped
    await late.closed
    expect(late.received()).toMatch(/connection: close[\s\S]*late$/i)
    for (const { socket, closed } of held) {
      socket.resume()
      await closed
    }
  })

  it('takes no more connections than it may', async () => {
    const port = await start(hello, { connections: 2, head: 60_000, request: 60_000 })
    const held = [await hold(port, ''), await hold(port, '')]
    await expect.poll(connectionsOf).toBe(2)
    await (await hold(port, GET)).closed
    for (const { socket } of held) socket.destroy()
  })
})
