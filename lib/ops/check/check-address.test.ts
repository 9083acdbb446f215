import { createServer, request as forward, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { env } from '#lib/core/env'
import { startFrontServer } from '#lib/http/front-server'
import { markServing } from '../readiness'
import { checkAddress } from './check-address'

// Pages are of a build; endpoints are enough here.
vi.mock('#lib/http/page-patterns', () => ({ readPagePatterns: () => [] }))
vi.mock('sirv', () => ({ default: () => (_request: unknown, _response: unknown, next: () => void) => next() }))

/** A proxy as operators run them: it takes so much, and says which host was asked for or does not. */
const habits = { maxBytes: Number.POSITIVE_INFINITY, passesHost: true }
let proxy: Server
let stop: () => Promise<void>

beforeAll(async () => {
  proxy = createServer((request, response) => {
    if (Number(request.headers['content-length'] ?? 0) > habits.maxBytes) return response.writeHead(413).end('<h1>413 Request Entity Too Large</h1>')
    const { host, connection: _, ...others } = request.headers
    const headers = habits.passesHost ? { ...others, host } : { ...others, host: 'upstream:3000' }
    const onward = forward({ port: env().PORT, host: '127.0.0.1', path: request.url, method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
      request.unpipe(onward).resume()
    })
    onward.on('error', () => response.headersSent || response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  process.env.BASE_URL = `http://localhost:${(proxy.address() as AddressInfo).port}`
  const nothing = async () => {}
  stop = await startFrontServer({ answer: nothing, readRouterState: () => undefined } as unknown as Parameters<typeof startFrontServer>[0])
  markServing()
})

afterAll(async () => {
  proxy.close()
  await stop()
  await closeDatabase()
})

const checked = () => checkAddress(env().BASE_URL)

it('a proxy that passes everything on is good', async () => {
  expect(await checked()).toEqual([{ subject: 'address', look: 'good', text: `${env().BASE_URL} answers, Host passed on, 12 MB taken` }])
})

it('a proxy that stops pictures at 1 MB is told how to take them', async () => {
  habits.maxBytes = 1024 * 1024
  expect(await checked()).toMatchObject([{ look: 'good' }, { look: 'bad', text: expect.stringContaining('client_max_body_size') }])
  habits.maxBytes = Number.POSITIVE_INFINITY
})

it('a proxy that keeps the Host to itself is named', async () => {
  habits.passesHost = false
  expect(await checked()).toEqual([{ subject: 'address', look: 'bad', text: 'the proxy does not pass the Host header on' }])
  habits.passesHost = true
})

it('nobody there is one sentence', async () => {
  expect(await checkAddress('http://127.0.0.1:9')).toEqual([
    { subject: 'address', look: 'bad', text: 'http://127.0.0.1:9 does not take connections: nothing listens there' },
  ])
})
