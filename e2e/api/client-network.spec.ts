import { deviceHashOf } from '#lib/accounts/client'
import { afterTries } from '#lib/accounts/testing/tries'
import { withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import enPeople from '#messages/en/people' with { type: 'json' }
import { hiddenFields, sendLogIn } from '../fixtures/login-form'
import { type OwnServer, startOwnServer } from '../fixtures/own-server'
import { expect, test } from '../fixtures/test'
import { aPerson } from '../fixtures/world'

const WRONG = enPeople.login.wrong
const MANY = 'A lot is being tried from your network.'

/** An address of a network that no other test comes from. */
const anAddress = () => `${[198, 18 + (Date.now() % 2), ...crypto.getRandomValues(new Uint8Array(2))].join('.')}`
const networkOf = (address: string) => `${address.split('.').slice(0, 3).join('.')}.0/24`
const nobody = () => ({ email: `${randomBase62(12).toLowerCase()}@nobody.example`, password: 'a wrong password' })
const exhaust = (network: string) => afterTries({ realm: 'person', act: 'password', by: 'network', subject: network }, 1000)

let behindProxy: OwnServer
let alone: OwnServer

test.beforeAll(async () => {
  behindProxy = await startOwnServer({ TRUSTED_PROXIES: '127.0.0.0/8', SHARED_ALLOWANCE: '1' })
  alone = await startOwnServer({ SHARED_ALLOWANCE: '1' })
})

test.afterAll(() => Promise.all([behindProxy.stop(), alone.stop()]))

test('a network that tries too much is told so, and others are not', async () => {
  const hidden = await hiddenFields(behindProxy.url, '/login')
  const [busy, other] = [anAddress(), anAddress()]
  await exhaust(networkOf(busy))
  expect((await sendLogIn(behindProxy.url, hidden, nobody(), { from: busy })).page).toContain(MANY)
  expect((await sendLogIn(behindProxy.url, hidden, nobody(), { from: other })).page).toContain(WRONG)
  // Whatever a client wrote stands before what the proxy saw.
  expect((await sendLogIn(behindProxy.url, hidden, nobody(), { from: `${other}, ${busy}` })).page).toContain(MANY)
})

test('nobody says for themselves where they come from', async () => {
  const hidden = await hiddenFields(alone.url, '/login')
  await exhaust('127.0.0.0/24')
  for (const from of [undefined, anAddress(), `${anAddress()}, ${anAddress()}`])
    expect((await sendLogIn(alone.url, hidden, nobody(), { from })).page).toContain(MANY)
})

test('a stranger cannot lock the owner out: a hundred wrong passwords from as many networks', async () => {
  const person = await aPerson()
  const hidden = await hiddenFields(behindProxy.url, '/login')
  const first = await sendLogIn(behindProxy.url, hidden, person, { from: anAddress() })
  const device = first.cookies.find((line) => line.includes('signet-device=')) ?? ''
  expect(first.location).toContain('/account')
  expect(device).not.toBe('')
  for (let round = 0; round < 10; round++) {
    const strangers = Array.from({ length: 10 }, () =>
      sendLogIn(behindProxy.url, hidden, { ...person, password: 'a wrong password' }, { from: anAddress() }),
    )
    const owner = await sendLogIn(behindProxy.url, hidden, person, { from: anAddress(), cookie: device })
    expect(owner.location, owner.page.slice(-3000)).toContain('/account')
    for (const { location } of await Promise.all(strangers)) expect(location).toBeNull()
  }
})

test('a browser is known to the account it logged in to, and to no other', async () => {
  const [person, other] = [await aPerson(), await aPerson()]
  const hidden = await hiddenFields(behindProxy.url, '/login')
  const first = await sendLogIn(behindProxy.url, hidden, person, { from: anAddress() })
  const device = first.cookies.find((line) => line.includes('signet-device=')) ?? ''
  await afterTries({ realm: 'person', act: 'password', by: 'account', subject: other.email }, 100)
  const refused = await sendLogIn(behindProxy.url, hidden, other, { from: anAddress(), cookie: device })
  expect(refused.page).toContain('There were too many wrong tries for this address.')
  const known = await withDatabase((db) => db.knownDevice.findMany({ where: { deviceHash: deviceHashOf(device.split('=')[1] ?? '') } }))
  expect(known.map(({ userId }) => userId)).toEqual([person.id])
})
