import { SPECIMENS } from '#lib/verifications/page/own-specimen'
import { startOwnServer } from '../fixtures/own-server'
import { expect, test } from '../fixtures/test'
import { begun } from '../fixtures/verifications'
import { logInWithoutPages } from '../fixtures/visitor'
import { aPerson } from '../fixtures/world'

test('specimens and pictures of their holder are given where nothing is real, to whoever has the session, and nowhere else', async ({ server }) => {
  const { person, visitor } = await begun()
  const [owner, stranger] = [await logInWithoutPages(person), await logInWithoutPages(await aPerson())]
  const ask = (at: string, kind: string, cookie: string) => fetch(`${at}/verify/${visitor.token}/specimen/${kind}`, { headers: { cookie } })
  for (const kind of SPECIMENS) {
    const given = await ask(server, kind, owner.cookie)
    expect([kind, given.status, given.headers.get('content-type')]).toEqual([kind, 200, 'image/jpeg'])
    expect((await ask(server, kind, stranger.cookie)).status).toBe(404)
  }
  expect((await ask(server, 'wallet', owner.cookie)).status).toBe(404)
  expect((await fetch(`${server}/dev/wallet`)).status).toBe(200)

  const real = await startOwnServer({ EMBEDDED: '0', MAIL: 'off' })
  try {
    for (const kind of SPECIMENS) expect([kind, (await ask(real.url, kind, owner.cookie)).status]).toEqual([kind, 404])
    // Test environments are everywhere; nothing live believes what it holds.
    expect((await fetch(`${real.url}/dev/wallet`)).status).toBe(200)
  } finally {
    await real.stop()
  }
})
