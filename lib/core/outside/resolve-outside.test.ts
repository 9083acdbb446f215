import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { env } from '../env'
import { lookupOf, resolveOutside } from './resolve-outside'
import { aNameServer } from './testing/a-name-server'

const names = vi.hoisted(() => ({ server: '' }))
vi.mock('node:dns/promises', async (original) => {
  const { withServer } = await import('./testing/with-server')
  return withServer(await original<typeof import('node:dns/promises')>(), names)
})
vi.mock('node:os', async (original) => {
  const real = await original<typeof import('node:os')>()
  return { ...real, networkInterfaces: vi.fn(real.networkInterfaces) }
})

let records: string[] | null = []
let server: Awaited<ReturnType<typeof aNameServer>>
beforeAll(async () => {
  server = await aNameServer((_, family) => (records === null ? null : records.filter((address) => isIPv6(address) === (family === 6))))
  names.server = server.server
})
afterAll(() => server.close())

const of = (...addresses: string[]) => {
  records = addresses
}

it.each([
  ['http://shop.example/logo.png', 'needs_https'],
  ['data:text/html,x', 'not_an_address'],
  ['https://a@shop.example/', 'not_an_address'],
  ['https:///logo', null],
])('%s: %s', async (address, fault) => {
  of('93.184.215.14')
  const asked = resolveOutside(address)
  if (fault) await expect(asked).rejects.toMatchObject({ fault })
  else expect((await asked).url.hostname).toBe('logo')
})

it.each([['127.0.0.1'], ['::1'], ['10.0.0.1'], ['169.254.169.254'], ['::ffff:10.0.0.1'], ['fd12::1']])(
  'a name that leads to %s is refused, also when another record is public',
  async (address) => {
    of(address)
    await expect(resolveOutside('https://shop.example/')).rejects.toMatchObject({ fault: 'not_public' })
    of('93.184.215.14', address)
    await expect(resolveOutside('https://shop.example/')).rejects.toMatchObject({ fault: 'not_public' })
  },
)

it('nothing is asked of this server itself', async () => {
  of('93.184.215.14')
  const { hostname } = new URL(env().BASE_URL)
  await expect(resolveOutside(`https://${hostname}./`)).rejects.toMatchObject({ fault: 'names_us' })
})

it('the connection goes to what was judged, whatever the name leads to a moment later', async () => {
  of('93.184.215.14')
  const outside = await resolveOutside('https://shop.example/')
  of('10.0.0.1')
  const found = await new Promise((resolve) => lookupOf(outside)('shop.example', { all: true }, (_, addresses) => resolve(addresses)))
  expect(found).toEqual([{ address: '93.184.215.14', family: 4 }])
})

it('a name that does not exist is refused as one that leads inside is: nobody finds out which names there are inside', async () => {
  records = null
  await expect(resolveOutside('https://no-such-database.inside/')).rejects.toMatchObject({ fault: 'not_public' })
  of('10.0.0.8')
  await expect(resolveOutside('https://database.inside/')).rejects.toMatchObject({ fault: 'not_public' })
})

it("nothing is asked of this machine's own addresses, public or not", async () => {
  vi.mocked(networkInterfaces).mockReturnValue({ eth0: [{ address: '93.184.215.77' }] } as never)
  const later = performance.now() + 60_000
  vi.useFakeTimers({ toFake: ['performance'] })
  vi.advanceTimersByTime(later)
  of('93.184.215.77')
  await expect(resolveOutside('https://shop.example/')).rejects.toMatchObject({ fault: 'not_public' })
  await expect(resolveOutside('https://93.184.215.77/')).rejects.toMatchObject({ fault: 'not_public' })
  vi.useRealTimers()
  vi.mocked(networkInterfaces).mockReset()
})
