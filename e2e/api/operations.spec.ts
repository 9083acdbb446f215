import { connect } from 'node:net'
import { type Service, startService, statusOf } from '../fixtures/service'
import { expect, test } from '../fixtures/test'
import { basic, consentWithoutPages, exchange, logInWithoutPages, silentCode } from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson } from '../fixtures/world'

/** A process that has just begun may not have answered in time; then there is none. */
async function metricsOf({ opsUrl }: Service): Promise<string> {
  await expect.poll(() => statusOf(`${opsUrl}/metrics`), { timeout: 60_000 }).toBe(200)
  return (await fetch(`${opsUrl}/metrics`)).text()
}

/** The value of one series; 0 when it has not been counted yet. */
const seriesOf = (metrics: string, series: string) =>
  Number(
    metrics
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1) ?? 0,
  )

test.describe('a service with two web processes', () => {
  let service: Service
  test.beforeAll(async () => {
    service = await startService({ WEB_PROCESSES: '2' })
  })
  test.afterAll(() => service?.stop())

  test('answers probes on both ports, whatever the host name', async () => {
    for (const base of [service.opsUrl, service.url, service.url.replace('localhost', '127.0.0.1')]) {
      for (const path of ['/healthz', '/readyz']) {
        const response = await fetch(base + path)
        expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json'])
      }
    }
    expect(await statusOf(`${service.url}/metrics`)).toBe(404)
    expect(await statusOf(`${service.opsUrl}/oauth2/userinfo`)).toBe(404)
  })

  test('counts tokens, errors by code, latencies, connections and queues over its processes, and names nobody', async () => {
    const app = await anApp(await aCompany())
    const person = await aPerson()
    await consentWithoutPages(person, app, ALL_SCOPES)
    const visitor = await logInWithoutPages(person)
    const tokens = 'signet_tokens_issued_total{grant_type="authorization_code"}'
    const refusals = 'signet_errors_total{endpoint="/oauth2/token",code="invalid_grant"}'
    const before = await metricsOf(service)
    for (let i = 0; i < 10; i++) {
      const { code, verifier } = await silentCode(service.url, app, visitor)
      expect((await exchange(service.url, app, code, verifier)).status).toBe(200)
      expect((await exchange(service.url, app, 'sgc_nonsense', verifier)).status).toBe(400)
      expect((await fetch(`${service.url}/login`)).status).toBe(200)
    }
    const after = await metricsOf(service)
    expect(seriesOf(after, tokens) - seriesOf(before, tokens)).toBe(10)
    expect(seriesOf(after, refusals) - seriesOf(before, refusals)).toBe(10)
    for (const series of [
      'signet_http_request_duration_seconds_count{endpoint="/oauth2/token",method="POST",status="200"}',
      'signet_http_request_duration_seconds_count{endpoint="pages",method="GET",status="200"}',
      'signet_database_connections{state="idle"}',
    ]) {
      expect(seriesOf(after, series), series).toBeGreaterThan(0)
    }
    for (const queue of ['outgoing_mails', 'forwarded_mails', 'queued_jobs'])
      expect(after).toMatch(new RegExp(`^signet_queue_depth\\{queue="${queue}",primary="0"\\} \\d+$`, 'm'))
    expect(after.match(/^# TYPE signet_tokens_issued_total/gm)).toHaveLength(1)
    for (const secret of [app.client_id, app.id, person.id, person.email, visitor.cookie]) expect(after).not.toContain(secret)
  })
})

test('SIGTERM: the service says it is not ready, goes on answering, finishes what it has, then ends with 0', async () => {
  const service = await startService({ WEB_PROCESSES: '2', DRAIN_SECONDS: '3' })
  const app = await anApp(await aCompany())
  const { hostname, port, host } = new URL(service.url)

  // A request whose second half comes when the service is already on its way out.
  const body = 'grant_type=authorization_code&code=x&redirect_uri=y'
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  socket.write(
    `POST /oauth2/token HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${basic(app)}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
  )
  expect(await statusOf(`${service.url}/.well-known/jwks.json`)).toBe(200)

  service.supervisor.kill('SIGTERM')
  await expect.poll(() => statusOf(`${service.opsUrl}/readyz`)).toBe(503)
  await expect.poll(() => statusOf(`${service.url}/readyz`)).toBe(503)
  expect(await statusOf(`${service.opsUrl}/healthz`)).toBe(200)
  expect(await statusOf(`${service.url}/.well-known/jwks.json`)).toBe(200)

  await expect.poll(() => statusOf(`${service.url}/.well-known/jwks.json`), { timeout: 20_000 }).toBe(0)
  socket.write(body.slice(10))
  await closed
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('"error":"invalid_grant"')
  expect(answer.toLowerCase()).toContain('connection: close')
  expect(await service.exited).toBe(0)
})
