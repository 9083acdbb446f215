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

test('it is the only one of next-auth’s endpoints and pages: what could log in or out without a content policy is not there', async ({ server }) => {
  for (const realm of ['user', 'company']) {
    for (const action of ['signin', 'signout', 'error', 'verify-request', 'csrf', 'providers', 'callback/x', '_log', 'session/x', '']) {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(`${server}/api/auth/${realm}/${action}`, { method, redirect: 'manual' })
        expect([realm, action, method, answer.status, answer.headers.get('content-type')]).toEqual([realm, action, method, 404, 'application/json'])
      }
    }
  }
})
