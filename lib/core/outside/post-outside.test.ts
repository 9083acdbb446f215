import { type AddressInfo, createServer, isIPv6, type Server } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { postOutside } from './post-outside'
import { aNameServer } from './testing/a-name-server'

/** Names of the outside world: what they lead to at the first question and at every one after it. */
const NAMES: Record<string, string[][]> = {
  'loopback.example': [['127.0.0.1']],
  'private.example': [['10.0.0.8']],
  'metadata.example': [['169.254.169.254']],
  'six.example': [['::1']],
  'mapped.example': [['::ffff:127.0.0.1']],
  'one-of-two.example': [['93.184.215.14', '127.0.0.1']],
  'one-of-two-last.example': [['127.0.0.1', '93.184.215.14']],
  'ula.example': [['fd12:3456::1']],
  'nat64.example': [['64:ff9b::7f00:1']],
  'rebound.example': [['127.0.0.1'], ['93.184.215.14']],
  'nothing.example': [[]],
}
const asked: Record<string, number> = {}

const names = vi.hoisted(() => ({ server: '' }))
vi.mock('node:dns/promises', async (original) => {
  const { withServer } = await import('./testing/with-server')
  return withServer(await original<typeof import('node:dns/promises')>(), names)
})

let nameServer: Awaited<ReturnType<typeof aNameServer>>
beforeAll(async () => {
  nameServer = await aNameServer((name, family) => {
    const answers = NAMES[name]
    if (!answers) return null
    const nth = asked[`${name} ${family}`] ?? 0
    asked[`${name} ${family}`] = nth + 1
    return (answers[Math.min(nth, answers.length - 1)] as string[]).filter((address) => isIPv6(address) === (family === 6))
  })
  names.server = nameServer.server
})
afterAll(() => nameServer.close())

let reached = 0
const sinks: Server[] = []
let port = 0
beforeAll(async () => {
  for (const host of ['127.0.0.1', '::1', '0.0.0.0']) {
    const sink = createServer((socket) => {
      reached++
      socket.destroy()
    })
    const isListening = await new Promise<boolean>((resolve) => {
      sink.once('error', () => resolve(false))
      sink.listen(port, host, () => resolve(true))
    })
    if (isListening) sinks.push(sink)
    if (port === 0) port = (sink.address() as AddressInfo).port
  }
})
afterAll(() => {
  for (const sink of sinks) sink.close()
})

const INSIDE =
  `127.0.0.1 127.1 127.0.1 127.255.255.254 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 0 0.0.0.0 localhost localhost. LOCALHOST
  sub.localhost 10.0.0.1 10.255.255.255 0xa000001 012.0.0.1 167772161 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255 3232235521 100.64.0.1
  169.254.169.254 2852039166 0xa9fea9fe 0251.0376.0251.0376 192.0.2.1 198.18.0.1 198.51.100.7 203.0.113.9 224.0.0.1 239.255.255.250 240.0.0.1
  255.255.255.255 192.88.99.1 [::] [::1] [0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:10.0.0.1] [::127.0.0.1] [64:ff9b::127.0.0.1]
  [64:ff9b:1::a00:1] [2002:7f00:1::] [2002:a00:1::1] [2001::1] [2001:db8::1] [fe80::1] [fec0::1] [fc00::1] [fd00:ec2::254] [ff02::1] [100::1]
  127。0。0。1 ①②⑦.0.0.1 loopback.example private.example metadata.example six.example mapped.example one-of-two.example
  one-of-two-last.example ula.example nat64.example rebound.example`.split(/\s+/)

it('the table has sixty addresses and names, and more', () => {
  expect(new Set(INSIDE).size).toBeGreaterThanOrEqual(60)
})

it.each(INSIDE)('nothing is sent to %s', async (host) => {
  const before = reached
  const answer = await postOutside(`https://${host}:${port}/`, {}, '{}', 10)
  // A name that this machine does not know is as good as one that is refused.
  expect(host.includes('localhost') ? ['refused_address', 'unresolved'] : ['refused_address']).toContain(
    'fault' in answer ? answer.fault : answer.status,
  )
  expect(reached).toBe(before)
})

it.each([
  'http://93.184.215.14/',
  'https://user@93.184.215.14/',
  'https://user:pass@93.184.215.14/',
  'ftp://93.184.215.14/',
  'file:///etc/passwd',
  'x',
])('nor to %s', async (address) => {
  expect(await postOutside(address, {}, '{}', 10)).toEqual({ fault: 'refused_address' })
})

it('the name is asked for once: a second answer changes nothing', () => {
  expect([asked['rebound.example 4'], asked['rebound.example 6']]).toEqual([1, 1])
})
