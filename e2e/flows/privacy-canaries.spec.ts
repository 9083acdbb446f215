import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { withdrawAccess } from '#lib/grants/end-grants'
import { OPERATIONS } from '#lib/http/endpoints/openapi'
import { run as runProgram } from '#lib/sdk/cli/run'
import { Signet } from '#lib/sdk/client'
import { followEvents } from '#lib/sdk/events'
import { followLog } from '#lib/sdk/log'
import type { Profile, VerifiedClaims } from '#lib/users/schema'
import { beginVerification } from '#lib/verifications/page/begin-verification'
import { confirmReading } from '#lib/verifications/page/confirm-reading'
import { createWebhookInput } from '#lib/webhooks/contract'
import { createWebhook } from '#lib/webhooks/create-webhook'
import { openPanel } from '../fixtures/company-pages'
import { aColleague } from '../fixtures/staff'
import { expect, test } from '../fixtures/test'
import { aReading, aVerification, settleAs, tokenOf } from '../fixtures/verifications'
import { authorizationUrl, logInWithoutPages, refresh, tokensWithConsent, userinfo } from '../fixtures/visitor'
import { aWebhook } from '../fixtures/webhooks'
import { ALL_SCOPES, aCompany, anApp, aPerson, type TestApp, type TestCompany } from '../fixtures/world'

const mark = (kind: string) => `Canary${kind}${randomBase62(12)}`

/** Of letters alone, as documents have names. */
const markInLetters = (kind: string) => mark(kind).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] as string)

/** Somebody with a text of their own in everything personal there is. */
async function aCanary() {
  const profile: Required<Profile> = {
    given_name: mark('Given'),
    family_name: mark('Family'),
    birthdate: '1931-02-27',
    locale: 'en',
    zoneinfo: 'Pacific/Chatham',
  }
  const verified: Required<VerifiedClaims> = {
    given_name: mark('DocumentGiven'),
    family_name: mark('DocumentFamily'),
    birthdate: '1932-11-29',
    age_over_18: mark('Age'),
    nationality: mark('Nationality'),
    document_number: mark('Number'),
    document_expiry: '2033-03-17',
  }
  // Of a document that is shown later.
  const names = { given_name: markInLetters('ReadGiven'), family_name: markInLetters('ReadFamily') }
  const document = { documentNumber: mark('Read').toUpperCase(), birthDate: '1929-01-13', expiryDate: '2034-06-19' }
  const person = await aPerson(profile, verified)
  // Of languages there are too few to tell anybody by.
  const { locale: _, ...told } = profile
  const own = [person.email, person.password, person.id]
  const texts = [...Object.values(told), ...Object.values(verified), ...Object.values(names), ...Object.values(document), ...own]
  return { person, texts, names, document, mailbox: person.email.split('@')[0] as string }
}

type Canary = Awaited<ReturnType<typeof aCanary>>

function expectNoneIn(canaries: Canary[], where: string, text: string) {
  const lower = text.toLowerCase()
  for (const { texts, mailbox } of canaries) {
    for (const canary of [...texts, mailbox]) expect(lower.includes(canary.toLowerCase()), `${canary} in ${where}`).toBe(false)
  }
}

/** Consents, tokens, userinfo and a refresh: everything by which values leave for an app. */
async function signInAt(server: string, app: TestApp, { person, texts }: Canary) {
  const tokens = await tokensWithConsent(server, app, await logInWithoutPages(person), ALL_SCOPES.join(' '))
  const claims = await (await userinfo(server, tokens.access_token)).text()
  expect(
    texts.some((text) => claims.includes(text)),
    'the canary does sing where it may',
  ).toBe(true)
  expect((await refresh(server, app, tokens.refresh_token as string)).status).toBe(200)
  return JSON.parse(claims) as { sub: string }
}

/** The person shows a document of the marked values and confirms what was read. */
async function showDocument(session: { id: string; url: string | null }, { person, names, document }: Canary) {
  const visitor = { token: tokenOf(session), userId: person.id }
  await beginVerification(visitor)
  const printed = { surname: names.family_name.toUpperCase(), givenNames: names.given_name.toUpperCase() }
  await settleAs(session.id, aReading({ ...printed, ...document }, { face_match: 'pass' }))
  expect(await confirmReading(visitor, names)).toEqual({ kind: 'done' })
}

/** A server of the company that every event is sent to. */
async function aReceiver(company: TestCompany) {
  const got: string[] = []
  const receiver = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    got.push(JSON.stringify(request.headers) + body)
    response.end()
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  await createWebhook(company.actor, createWebhookInput.parse({ url }))
  return { got, close: () => receiver.close() }
}

/** What came until nothing more did for a while. */
async function some(items: AsyncIterable<unknown>, ending: AbortController): Promise<unknown[]> {
  const got: unknown[] = []
  let quiet = setTimeout(() => ending.abort(), 5000)
  for await (const item of items) {
    got.push(item)
    clearTimeout(quiet)
    quiet = setTimeout(() => ending.abort(), 5000)
  }
  return got
}

/** What is kept of a company's requests and charts, and of the service's status. */
const STORED = statement<{ line: string }>(
  'stored_requests',
  `SELECT to_jsonb(l)::text AS line FROM request_lines l WHERE company_id = $1
   UNION ALL SELECT to_jsonb(c)::text FROM request_counts c WHERE subject_id = $1
   UNION ALL SELECT to_jsonb(y)::text FROM request_days y WHERE subject_id = $1 UNION ALL SELECT to_jsonb(d)::text FROM status_days d
   UNION ALL SELECT to_jsonb(t)::text FROM company_activity t WHERE company_id = $1
   UNION ALL SELECT to_jsonb(n)::text FROM activity_counts n JOIN apps a ON a.id = n.app_id WHERE a.company_id = $1`,
)

const EXHAUST = statement<object>('exhaust_company', `UPDATE rate_counters SET counts = array_fill(1000000, ARRAY[61]) WHERE subject = $1`)

test('no answer to an API key, no page of the company panel and no log line tells anything of a person', async ({ page, server }) => {
  const [company, canaries] = [await aCompany(), [await aCanary(), await aCanary()]]
  const apps = [await anApp(company), await anApp(company)]
  await aColleague(company, 'developer')
  const receiver = await aReceiver(company)
  const verifications: string[] = []
  for (const app of apps) {
    for (const canary of canaries) {
      const { sub } = await signInAt(server, app, canary)
      const session = await aVerification(company, { app, sub, reference: `order-${randomBase62(6)}` })
      if (app === apps[0]) await showDocument(session, canary)
      verifications.push(session.id)
    }
  }
  // Withdrawn, and given again: what is told of both, and a consent to look at.
  const [leaving] = canaries as [Canary]
  await withdrawAccess(leaving.person.id, apps[1]?.id as string)
  await signInAt(server, apps[1] as TestApp, leaving)

  await test.step('what is sent to an address of the company', async () => {
    const types = () => receiver.got.join('')
    for (const type of ['authorization.granted', 'authorization.withdrawn', 'verification.verified'])
      await expect.poll(types, { timeout: 60_000 }).toContain(`"${type}"`)
    expectNoneIn(canaries, 'what was sent', types())
    receiver.close()
  })

  const signet = new Signet({ issuer: server, apiKey: company.apiKey })

  await test.step('what the package for servers hands on', async () => {
    const given: unknown[] = [await signet.request('GET /api/v1/me')]
    for await (const app of signet.list('GET /api/v1/apps')) {
      given.push(app)
      for await (const consent of signet.list('GET /api/v1/apps/{id}/authorizations', { path: { id: app.id } })) given.push(consent)
    }
    for await (const session of signet.list('GET /v1/verifications')) given.push(session)
    const events: { id: string }[] = []
    for await (const event of signet.list('GET /api/v1/events')) events.push(event)
    given.push(...events)
    expect(given.length).toBeGreaterThan(apps.length * (1 + canaries.length))
    expectNoneIn(canaries, 'the package', JSON.stringify(given))
    const first = events[0]?.id
    for (const follow of [
      (signal: AbortSignal) => followEvents(signet, { after: first, signal }),
      (signal: AbortSignal) => followLog(signet, { signal }),
    ]) {
      const ending = new AbortController()
      const followed = await some(follow(ending.signal), ending)
      expect(followed.length).toBeGreaterThan(canaries.length)
      expectNoneIn(canaries, 'what is followed', JSON.stringify(followed))
    }
  })

  await test.step('what its program says', async () => {
    const environment = { ...process.env, SIGNET_URL: server, SIGNET_API_KEY: company.apiKey }
    for (const command of ['whoami', 'apps', 'log', 'log --failed', 'export']) {
      const said: string[] = []
      const terminal = { say: (text: string) => void said.push(text), ask: async () => '' }
      expect(await runProgram(command.split(' '), { environment, terminal }), command).toBe(0)
      expectNoneIn(canaries, `signet ${command}`, said.join('\n'))
    }
  })

  await test.step('every operation, every kind of answer', async () => {
    const ids: Record<string, string[]> = { '/api/v1/apps': apps.map(({ id }) => id), '/v1/verifications': verifications }
    const asked: string[] = []
    const ask = async (method: string, url: string, headers: Record<string, string>, body?: string) => {
      const response = await fetch(server + url, { method, headers: { 'content-type': 'application/json', ...headers }, body })
      const context = `${method} ${url} → ${response.status}`
      expectNoneIn(canaries, context, JSON.stringify([...response.headers]) + (await response.text()))
      asked.push(context)
    }
    const bearer = { authorization: `Bearer ${company.apiKey}` }
    for (const round of ['admitted', 'refused']) {
      for (const { method, path: route, id: operationId } of OPERATIONS) {
        const own = Object.entries(ids).find(([prefix]) => route.startsWith(prefix))?.[1] ?? []
        for (const id of route.includes(':id') ? [...own, `app_${'0'.repeat(22)}`] : ['']) {
          const url = route.replace(':id', id)
          for (const body of method === 'GET'
            ? [undefined]
            : ['{}', '{"name":', '{"name":"New name"}', JSON.stringify({ client_id: apps[0]?.client_id })]) {
            await ask(method, url, bearer, body)
          }
          if (round === 'admitted') await ask(method, url, {}, method === 'GET' ? undefined : '{}')
        }
        expect(
          asked.some((context) => context.startsWith(`${method} ${route.split(':')[0]}`)),
          operationId,
        ).toBe(true)
      }
      await sql.query(EXHAUST, [company.actor.companyId])
    }
    expect(asked.filter((context) => context.endsWith('200')).length).toBeGreaterThan(OPERATIONS.filter(({ method }) => method === 'GET').length)
    expect(asked.filter((context) => context.endsWith('429')).length).toBeGreaterThanOrEqual(OPERATIONS.length)
  })

  await test.step('every page of the company panel', async () => {
    await aWebhook(company)
    const { answers, unreached } = await openPanel(server, company, apps)
    for (const { url, text } of answers) expectNoneIn(canaries, url.pathname, text)
    expect(unreached).toEqual([])
  })

  await test.step('the log of requests as it is stored, the status and what a stranger searches', async () => {
    await expect.poll(async () => (await sql.query(STORED, [company.actor.companyId])).length).toBeGreaterThan(0)
    expectNoneIn(canaries, 'the log of requests', JSON.stringify(await sql.query(STORED, [company.actor.companyId])))
    for (const path of ['/status', '/docs/search?q=access', '/llms.txt', '/api/v1/openapi.json'])
      expectNoneIn(canaries, path, await (await fetch(server + path)).text())
  })

  await test.step('every log line of every process', async () => {
    // A log-in by hand, wrong and right, with a hint in the address: what a careless line would quote.
    const [{ person }] = canaries as [Canary]
    await page.context().clearCookies()
    await page.goto(authorizationUrl(server, apps[0] as TestApp, { login_hint: person.email, prompt: 'login', state: person.email }))
    for (const password of [`${person.password}-wrong`, person.password]) {
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Log in', exact: true }).click()
      if (password !== person.password) await expect(page.locator('main').getByRole('alert')).toBeVisible()
    }
    await expect.poll(() => page.url()).not.toContain('/login')
    const files = process.env.SERVER_LOGS?.split(path.delimiter) ?? []
    expect(files.map((file) => path.basename(file))).toEqual(
      expect.arrayContaining(['front-server.log', 'plain-Next-server.log', 'worker.log', 'smtp.log']),
    )
    const logs = files.map((file) => readFileSync(file, 'utf8'))
    expect(logs.join('')).toContain('"route":"/oauth2/userinfo"')
    for (const [index, log] of logs.entries()) {
      expectNoneIn(canaries, files[index] as string, log)
      // Nor anybody else's address, of any test so far.
      expect(log).not.toMatch(/@(people|company)\.example/)
    }
  })
})
