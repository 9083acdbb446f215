import { expect, test } from '../fixtures/test'
import { logInWithoutPages } from '../fixtures/visitor'
import { aPerson } from '../fixtures/world'

test('next-auth’s session endpoint renews the cookie of the same session, and signs nobody out', async ({ server }) => {
  const { cookie } = await logInWithoutPages(await aPerson())
  const session = await fetch(`${server}/api/auth/user/session`, { headers: { cookie } })
  expect(await session.json()).toEqual({ expires: expect.any(String) })
  const renewed = session.headers.getSetCookie().find((one) => one.startsWith(`${cookie.split('=')[0]}=`)) ?? ''
  for (const one of [cookie, renewed.split(';')[0] ?? '']) {
    const account = await fetch(`${server}/account`, { headers: { cookie: one }, redirect: 'manual' })
    expect(account.status).toBe(200)
  }
})
