import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { type HostileRequest, hostileRequest, type Material } from '../fixtures/hostile-requests'
import { type RawAnswer, sendRaw } from '../fixtures/raw-http'
import { startService } from '../fixtures/service'
import { staffSession } from '../fixtures/sessions'
import { expect, test } from '../fixtures/test'
import { twistedRequest } from '../fixtures/twisted-requests'
import { consentWithoutPages, logInWithoutPages, silentCode, tokensWithConsent } from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson, type TestCompany } from '../fixtures/world'

test.describe.configure({ retries: 0 })

/** `npm run fuzz` asks for many more, with a seed of its own. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 2000)
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121)
const AT_ONCE = 50
const BATCH = 250
/** So many show what is wrong. */
const MOST_FAULTS = Number(process.env.FUZZ_FAULTS ?? 20)

const staffCookie = async (company: TestCompany): Promise<string> => (await staffSession(company.actor.id)).cookie

async function material(server: string): Promise<Material> {
  const company = await aCompany()
  const app = await anApp(company)
  const person = await aPerson()
  await consentWithoutPages(person, app, ALL_SCOPES)
  const visitor = await logInWithoutPages(person)
  const tokens = await tokensWithConsent(server, app, visitor, 'openid email offline_access')
  return {
    host: new URL(server).host,
    clientId: app.client_id,
    clientSecret: app.client_secret as string,
    redirectUri: app.redirect_uri,
    appId: app.id,
    apiKey: company.apiKey,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token as string,
    code: (await silentCode(server, app, visitor)).code,
    cookie: `${visitor.cookie}; ${await staffCookie(company)}`,
  }
}

const INSIDE = /\bat .{1,80}:\d+:\d+|node_modules|PrismaClient|\bSELECT .{1,40} FROM\b|syntax error at|SQLSTATE|Unhandled|TypeError/

/** What is wrong with an answer; null when nothing is. */
function fault(request: HostileRequest, answer: RawAnswer): string | null {
  // A request that was cut in the middle may wait for its rest; nobody is owed an answer for half a request.
  if (answer.status === 0) return request.isMutated ? null : 'no answer'
  if (!answer.hasEnded && !request.isMutated) return 'no end of the answer'
  if (answer.status >= 500 && !(answer.status === 503 && request.path === '/readyz')) return `status ${answer.status}`
  if (INSIDE.test(answer.body.replace(/<script[\s\S]*?<\/script>/g, ''))) return 'tells of the inside'
  if (request.mustRefuse && answer.status < 400) return `not refused though ${request.mustRefuse}`
  if (request.isMutated || request.method === 'HEAD' || answer.status < 400) return null
  if (!/^(\/healthz|\/readyz)/.test(request.path) && !answer.headers.get('x-request-id')?.startsWith('req_')) return 'no request id'
  return shapeFault(request.path, answer)
}

function shapeFault(path: string, { status, headers, body }: RawAnswer): string | null {
  const isJson = headers.get('content-type')?.startsWith('application/json') === true
  const keys = isJson ? Object.keys(JSON.parse(body || 'null') ?? {}).join() : ''
  if (/^\/(api(?!\/auth\/)|v1)(\/|$)/.test(path)) return keys === 'error,message' ? null : `not the shape of the management interface: ${keys}`
  if (/^\/oauth2\/(token|userinfo|revoke|introspect|par)$/.test(path)) {
    if (path === '/oauth2/userinfo' && status === 401 && body === '') return null
    return keys === 'error,error_description,error_uri' || keys === 'error,message' ? null : `not the shape of a protocol error: ${keys}`
  }
  if (/^\/oauth2\/(auth|logout)$/.test(path)) return status === 405 || isJson || body.startsWith('<!doctype html>') ? null : 'not a page'
  return null
}

test(`${REQUESTS} hostile requests: no 5xx, nothing of the inside, always the right shape`, async () => {
  test.setTimeout(4 * 3600_000)
  // One of its own, where no rate limit answers before the code behind it does.
  const service = await startService({ API_RATE_PER_KEY: '1000000', API_RATE_PER_COMPANY: '1000000', LOG_LEVEL: 'silent' })
  const server = service.url
  const seed = SEED + test.info().repeatEachIndex * 1_000_000
  const own = await material(server)
  const statuses = new Map<number, number>()
  const faults = new Map<string, string>()
  let sent = 0
  const send = async (request: HostileRequest) => {
    const nth = ++sent
    const options = request.isMutated ? { hangUpMs: 250, patienceMs: 2000 } : {}
    let answer = await sendRaw(server, request.bytes, options)
    // A busy machine says so; only what it says again and again is about the request.
    for (let wait = 500; answer.status === 503 && wait < 10_000; wait *= 2) {
      await pause(wait)
      answer = await sendRaw(server, request.bytes, options)
    }
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    const wrong = fault(request, answer)
    if (wrong && faults.size === 0) console.log(`the first fault came with request ${nth}: ${wrong}`)
    if (wrong)
      faults.set(`${wrong} at ${request.path}`, `── request\n${request.bytes.toString('latin1', 0, 2000)}\n── answer\n${answer.text.slice(0, 1200)}`)
  }

  const requestOf = fc.oneof(hostileRequest(own), { weight: 3, arbitrary: twistedRequest(own) })
  for (let batch = 0; batch < REQUESTS && faults.size < MOST_FAULTS; batch += BATCH) {
    const requests = fc.sample(requestOf, { seed: seed + batch, numRuns: BATCH })
    const lane = async () => {
      for (let request = requests.pop(); request; request = requests.pop()) await send(request)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, lane))
  }
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} × ${status}`)
  console.log(`${sent} requests, seed ${seed}: ${counts.join(', ')}`)
  await service.stop()
  expect([...faults].map(([title, evidence]) => `${title}\n${evidence}`).join('\n\n')).toBe('')
})
