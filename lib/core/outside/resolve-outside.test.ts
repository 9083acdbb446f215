import type { LookupAddress } from 'node:dns'
import { expect, it, vi } from 'vitest'
import { env } from '../env'
import { lookupOf, resolveOutside } from './resolve-outside'

const records = vi.hoisted(() => ({ now: [] as LookupAddress[] }))
vi.mock('node:dns/promises', () => ({ lookup: async () => records.now }))

const of = (...addresses: string[]) => {
  records.now = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
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
