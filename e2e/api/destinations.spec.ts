import { beginTotp, confirmTotp, readTotpSetUp } from '#lib/accounts/factors/totp-set-up'
import { randomBase62 } from '#lib/core/random-id'
import { PEOPLE } from '#lib/users/people'
import { linkFrom, mailsTo } from '../fixtures/mailbox'
import { codeToSend } from '../fixtures/one-time-code'
import { PlainBrowser } from '../fixtures/plain-browser'
import { personSession } from '../fixtures/sessions'
import { expect, test } from '../fixtures/test'
import { aVerification, linkPath } from '../fixtures/verifications'
import { authorizationUrl } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'

const PASSWORD = 'the gravel sings at noon'
const newEmail = () => `${randomBase62(12).toLowerCase()}@people.example`

const codeFrom = async (email: string) => (await mailsTo(email))[0]?.text.match(/^\d{6}$/m)?.[0] ?? ''

/** A person with one-time codes, and the secret of them. */
async function withCodes() {
  const person = await aPerson()
  const { hash } = await personSession(person.id)
  await beginTotp(PEOPLE, person.id)
  const secret = (await readTotpSetUp(PEOPLE, person.id))?.secret ?? ''
  await confirmTotp(PEOPLE, person.id, hash, await codeToSend(secret, -1))
  return { ...person, secret }
}

/** The ways in that start at the log-in page; a passkey's needs a browser and is walked in `flows/arriving`. */
const ENTRIES: Record<string, (browser: PlainBrowser) => Promise<void>> = {
  'a password': async (browser) => {
    const { email, password } = await aPerson()
    await browser.send({ email, password })
  },
  'a wrong password first': async (browser) => {
    const { email, password } = await aPerson()
    await browser.send({ email, password: 'not the password' })
    await browser.send({ email, password })
  },
  'a second factor': async (browser) => {
    const { email, password, secret } = await withCodes()
    await browser.send({ email, password })
    await browser.send({ code: await codeToSend(secret, 1) })
  },
  'a code by mail': async (browser) => {
    const { email } = await aPerson()
    await browser.send({ email, way: 'code' })
    await browser.send({ code: await codeFrom(email) })
  },
  'a code by mail and a second factor': async (browser) => {
    const { email, secret } = await withCodes()
    await browser.send({ email, way: 'code' })
    await browser.send({ code: await codeFrom(email) })
    await browser.send({ code: await codeToSend(secret, 1) })
  },
  'sign-up and its code': async (browser) => {
    const email = newEmail()
    await browser.follow('/register')
    await browser.send({ email, password: PASSWORD })
    await browser.send({ code: await codeFrom(email) })
  },
  'sign-up and its link': async (browser) => {
    const email = newEmail()
    await browser.follow('/register')
    await browser.send({ email, password: PASSWORD })
    await browser.open(await linkFrom(email, 'confirm_email'))
    await browser.send({ token: undefined })
  },
  'sign-up after a wrong address': async (browser) => {
    await browser.follow('/register')
    await browser.send({ email: newEmail(), password: PASSWORD })
    await browser.follow('/register')
    const email = newEmail()
    await browser.send({ email, password: PASSWORD })
    await browser.send({ code: await codeFrom(email) })
  },
  'sign-up with the address of an account': async (browser) => {
    const { email } = await aPerson()
    await browser.follow('/register')
    await browser.send({ email, password: PASSWORD })
    await browser.send({ code: await codeFrom(email) })
  },
  'sign-up, and back to the log-in': async (browser) => {
    const { email, password } = await aPerson()
    await browser.follow('/register')
    await browser.follow('/login')
    await browser.send({ email, password })
  },
  'another account': async (browser) => {
    const start = browser.path
    const [first, second] = [await aPerson(), await aPerson()]
    await browser.open('/login')
    await browser.send({ email: first.email, password: first.password })
    await browser.open(`${start}&choose=1`)
    await browser.send({}, 'Use another account')
    await browser.send({ email: second.email, password: second.password })
  },
  'an account that was put aside': async (browser) => {
    const start = browser.path
    const { email, password } = await aPerson()
    await browser.open('/login')
    await browser.send({ email, password })
    await browser.open(`${start}&choose=1`)
    await browser.send({}, 'Use another account')
    await browser.open(start)
    await browser.send({ mark: undefined }, email)
  },
  'recovery by code': async (browser) => {
    const { email } = await aPerson()
    await browser.follow('/recover')
    await browser.send({ email })
    await browser.send({ code: await codeFrom(email) })
    await browser.send({ password: PASSWORD })
    await browser.send({ email, password: PASSWORD })
  },
  'recovery by document, which needs none without a second factor': async (browser) => {
    const { email } = await aPerson()
    await browser.follow('/recover')
    await browser.send({ email, way: 'document' })
    await browser.send({ code: await codeFrom(email) })
  },
  'recovery by link': async (browser) => {
    const { email } = await aPerson()
    await browser.follow('/recover')
    await browser.send({ email })
    await browser.open(await linkFrom(email, 'recover'))
    await browser.send({ password: PASSWORD })
    await browser.send({ email, password: PASSWORD })
  },
}

type Destination = { begin: (browser: PlainBrowser, site: string) => Promise<() => void> }

const DESTINATIONS: Record<string, Destination> = {
  "an app's request": {
    begin: async (browser, site) => {
      const app = await anApp(await aCompany())
      const url = new URL(authorizationUrl(site, app))
      await browser.open(url.pathname + url.search)
      const interaction = new URLSearchParams(browser.path.split('?')[1]).get('interaction')
      return () => expect(browser.path).toBe(`/consent/${interaction}`)
    },
  },
  'a verification': {
    begin: async (browser) => {
      const path = linkPath(await aVerification(await aCompany()))
      await browser.open(`/login?return_to=${encodeURIComponent(path)}`)
      return () => expect(browser.path).toBe(path)
    },
  },
  'a page of the account': {
    begin: async (browser) => {
      await browser.open('/account/security')
      return () => expect(browser.path).toBe('/account/security')
    },
  },
}

for (const [whereTo, { begin }] of Object.entries(DESTINATIONS)) {
  for (const [entry, enter] of Object.entries(ENTRIES)) {
    test(`${whereTo} survives ${entry}`, async ({ server }) => {
      const browser = new PlainBrowser(server)
      const arrived = await begin(browser, server)
      await enter(browser)
      arrived()
      expect(browser.outside).toBeNull()
    })
  }
}

/** One is tried with every way in; the others are judged by the same function, and tried with those that carry an address their own way. */
const ELSEWHERE: Record<string, string[]> = {
  '//evil.example': Object.keys(ENTRIES),
  'https://evil.example': ['a password', 'sign-up and its link'],
  '/\\evil.example': ['a second factor', 'recovery by code'],
  'javascript:alert(1)': ['a code by mail', 'another account'],
}

for (const [target, entries] of Object.entries(ELSEWHERE)) {
  test(`${target} is no destination for ${entries.length === Object.keys(ENTRIES).length ? 'any way in' : entries.join(' and ')}`, async ({
    server,
  }) => {
    for (const enter of entries.map((entry) => ENTRIES[entry] as (browser: PlainBrowser) => Promise<void>)) {
      const browser = new PlainBrowser(server)
      await browser.open(`/login?return_to=${encodeURIComponent(target)}`)
      await enter(browser)
      expect(browser.outside).toBeNull()
      expect(browser.path).toMatch(/^\/account/)
    }
  })
}

test('an app that expects a newcomer leads straight to the sign-up, from where an account leads on as well', async ({ server }) => {
  const app = await anApp(await aCompany())
  const address = new URL(authorizationUrl(server, app, { prompt: 'create' }))
  const [newcomer, known] = [new PlainBrowser(server), new PlainBrowser(server)]
  const [email, person] = [newEmail(), await aPerson()]
  for (const browser of [newcomer, known]) {
    await browser.open(address.pathname + address.search)
    expect(browser.path).toMatch(/^\/register\?interaction=int_/)
  }
  await newcomer.send({ email, password: PASSWORD })
  await newcomer.send({ code: await codeFrom(email) })
  expect(newcomer.path).toMatch(/^\/consent\//)
  await known.follow('/login')
  await known.send({ email: person.email, password: person.password })
  expect(known.path).toMatch(/^\/consent\//)
  await known.open(address.pathname + address.search)
  expect(known.path).toMatch(/^\/consent\//)
})

test('two tabs that wait for a mail go on each to where it was going', async ({ server }) => {
  const newcomer = new PlainBrowser(server)
  const known = new PlainBrowser(server, newcomer.cookies)
  const [email, person] = [newEmail(), await aPerson()]
  const newcomerArrived = await (DESTINATIONS["an app's request"] as Destination).begin(newcomer, server)
  const knownArrived = await (DESTINATIONS['a verification'] as Destination).begin(known, server)
  await newcomer.follow('/register')
  await newcomer.send({ email, password: PASSWORD })
  await known.send({ email: person.email, way: 'code' })
  await newcomer.open(newcomer.path)
  expect(newcomer.html).toContain(email)
  await newcomer.send({ code: await codeFrom(email) })
  newcomerArrived()
  await known.send({ code: await codeFrom(person.email) })
  knownArrived()
})

test('a link used in another browser confirms there, logs nobody in there and leads to no app; the one that asked goes on', async ({ server }) => {
  const [asking, other] = [new PlainBrowser(server), new PlainBrowser(server)]
  const arrived = await (DESTINATIONS["an app's request"] as Destination).begin(asking, server)
  const email = newEmail()
  await asking.follow('/register')
  await asking.send({ email, password: PASSWORD })
  expect(asking.html).toContain(email)
  const number = asking.html.match(/choose the number <strong[^>]*>(\d\d)/)?.[1] ?? ''
  await other.open(await linkFrom(email, 'confirm_email'))
  await other.send({ number })
  expect(other.html).toContain('Your address is confirmed')
  expect([...other.cookies.keys()]).toEqual([])
  await other.open('/account')
  expect(other.path).toMatch(/^\/login/)
  await asking.open('/confirm')
  expect(asking.html).toContain('Your address is confirmed')
  await asking.send({})
  arrived()
})
