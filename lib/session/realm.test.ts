import { expect, it } from 'vitest'
import { COMPANY_REALM, cookieName, mintSession, sessionHash, sessionHashOf, USER_REALM } from './realm'

it('a cookie leads back to the fingerprint that was stored, and to nothing in the other area', async () => {
  for (const [own, other] of [
    [USER_REALM, COMPANY_REALM],
    [COMPANY_REALM, USER_REALM],
  ] as const) {
    const { cookie, hash } = await mintSession(own)
    expect(await sessionHash(own, cookie)).toEqual(hash)
    expect(await sessionHash(other, cookie)).toBeNull()
    expect(cookieName(own)).not.toBe(cookieName(other))
  }
})

it('anything else in the cookie is nobody', async () => {
  const { cookie } = await mintSession(USER_REALM)
  for (const text of ['', 'x', 'a.b.c.d.e', `${cookie}x`, cookie.slice(1)]) expect(await sessionHash(USER_REALM, text)).toBeNull()
})

it('the cookie is found in a plain request beside others', async () => {
  const { cookie, hash } = await mintSession(USER_REALM)
  expect(await sessionHashOf(USER_REALM, `a=b; ${cookieName(USER_REALM)}=${cookie}; c=d`)).toEqual(hash)
  expect(await sessionHashOf(USER_REALM, null)).toBeNull()
})
