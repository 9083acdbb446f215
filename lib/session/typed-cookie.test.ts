import { expect, it } from 'vitest'
import { openTyped, sealTyped, type Typed } from './typed-cookie'

const typed: Typed = {
  by: 'stf_1',
  path: '/company/apps/new',
  drawnIn: 'live',
  fields: [
    ['name', 'Książka'],
    ['scope', 'email'],
    ['scope', 'profile'],
  ],
}

it('comes back as it was typed, and says nothing to whoever holds the cookie', async () => {
  const sealed = (await sealTyped(typed)) as string
  expect(await openTyped(sealed)).toEqual(typed)
  for (const part of sealed.split('.')) expect(Buffer.from(part, 'base64url').toString()).not.toMatch(/scope|email|company/)
})

it('twenty long addresses still fit', async () => {
  const addresses = Array.from({ length: 20 }, (_, nth) => `https://shop-${nth}.example/log-in/callback/of/a/rather/long/path?tenant=${nth}`).join(
    '\n',
  )
  const sealed = await sealTyped({ ...typed, fields: [['redirect_uris', addresses]] })
  expect((await openTyped(sealed ?? undefined))?.fields).toEqual([['redirect_uris', addresses]])
})

it('what no cookie holds is not kept in part', async () => {
  const noise = Array.from({ length: 9000 }, () => Math.random().toString(36).slice(2, 3)).join('')
  expect(await sealTyped({ ...typed, fields: [['name', noise]] })).toBeNull()
})

it.each([undefined, '', 'x', 'a.b.c.d.e'])('%j is nothing', async (cookie) => expect(await openTyped(cookie)).toBeNull())
