import { connect } from 'node:net'
import { expect, test } from '../fixtures/test'

/** Sends bytes as they are and reads until the server closes. */
function raw(server: string, text: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(server)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk) => (answer += chunk))
    socket.on('close', () => resolve(answer))
    socket.on('error', (error: NodeJS.ErrnoException) => (answer ? resolve(answer) : reject(error)))
  })
}

const hostOf = (server: string) => new URL(server).host

test.describe('the front server', () => {
  test('answers at its own host only', async ({ server }) => {
    for (const host of ['evil.example', 'localhost', `${hostOf(server)}.evil.example`]) {
      for (const path of ['/', '/login', '/oauth2/auth', '/api/v1/me', '/.well-known/openid-configuration']) {
        const answer = await raw(server, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
        expect(answer, `${host}${path}`).toMatch(/^HTTP\/1\.1 400 /)
        expect(answer).toContain('"error":"invalid_request"')
        expect(answer).not.toContain(host === 'localhost' ? 'nothing to compare' : host)
      }
    }
  })

  test('sends scripts compressed, to be kept for good, and nothing from beside them', async ({ server }) => {
    const page = await (await fetch(`${server}/login`)).text()
    const script = page.match(/\/_next\/static\/[^"]+\.js/)?.[0] ?? ''
    const answer = await fetch(`${server}${script}`, { headers: { 'Accept-Encoding': 'br' } })
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(answer.headers.get('cache-control')).toContain('immutable')
    for (const path of ['/_next/static/..%2fserver/app-paths-manifest.json', '/_next/static/%2e%2e/BUILD_ID', '/_next/static/none.js']) {
      expect([path, (await raw(server, `GET ${path} HTTP/1.1\r\nHost: ${hostOf(server)}\r\nConnection: close\r\n\r\n`)).slice(9, 12)]).toEqual([
        path,
        '404',
      ])
    }
  })

  const MALFORMED: [title: string, request: (host: string) => string | Buffer][] = [
    ['no HTTP at all', () => 'HELLO\r\n\r\n'],
    ['a binary greeting', () => Buffer.from([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3, 13, 10, 13, 10])],
    ['a header without a name', (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\n: x\r\n\r\n`],
    ['two different lengths', (host) => `POST /oauth2/token HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      'a length and chunks',
      (host) => `POST /oauth2/token HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a bad chunk',
      (host) =>
        `POST /oauth2/token HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/x-www-form-urlencoded\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`,
    ],
    ['headers of 20 KB', (host) => `GET / HTTP/1.1\r\nHost: ${host}\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['no Host', () => 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ]
  for (const [title, request] of MALFORMED) {
    test(`answers ${title} with a 4xx and no trace of the inside`, async ({ server }) => {
      const answer = await raw(server, request(hostOf(server)))
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(answer).not.toMatch(/\bat .+:\d+:\d+|node_modules|Error:/)
    })
  }

  for (const path of ['/%ff', '/%', '/login/%E0%A4%A', '/api/%ff', '/oauth2/%00', '/v1/%ff']) {
    test(`answers the path ${path} with a 4xx`, async ({ server }) => {
      const answer = await raw(server, `GET ${path} HTTP/1.1\r\nHost: ${hostOf(server)}\r\nConnection: close\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
      expect(answer.toLowerCase()).toContain('x-request-id: req_')
    })
  }

  for (const method of ['TRACE', 'PUT', 'DELETE', 'PROPFIND']) {
    test(`answers ${method} on a page with 405`, async ({ server }) => {
      const answer = await raw(server, `${method} /login HTTP/1.1\r\nHost: ${hostOf(server)}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    })
  }

  test('refuses a body of 2 MB to a page before reading it', async ({ server }) => {
    const head = `POST /login HTTP/1.1\r\nHost: ${hostOf(server)}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 2000000\r\nConnection: close\r\n\r\n`
    expect(await raw(server, head)).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('a form without a boundary is no 500', async ({ server }) => {
    const response = await fetch(`${server}/login`, { method: 'POST', headers: { 'content-type': 'multipart/form-data', origin: server }, body: 'x' })
    expect(response.status).toBeLessThan(500)
  })

  for (const address of ['/account/aliases?test=a%00b', '/company/apps/a%00b', '/verify/%00']) {
    test(`a NUL in the address of a page is refused: ${address}`, async ({ server }) => {
      expect((await fetch(`${server}${address}`, { redirect: 'manual' })).status).toBe(400)
    })
  }

  for (const state of ['x', '%5B', '{}', '%', JSON.stringify(['', {}, null, 'elsewhere'])]) {
    test(`a router state of ${state} is refused, not failed over`, async ({ server }) => {
      const response = await fetch(`${server}/login`, { headers: { rsc: '1', 'next-router-state-tree': state } })
      expect(response.status).toBe(400)
      expect(await response.text()).toContain('Next-Router-State-Tree')
    })
  }

  test('a request id of the caller is replaced', async ({ server }) => {
    const mine = `req_${'A'.repeat(22)}`
    const response = await fetch(`${server}/api/v1/me`, { headers: { 'x-request-id': mine } })
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
    expect(response.headers.get('x-request-id')).not.toBe(mine)
  })

  test('pages carry a nonce policy without unsafe scripts and cannot be framed', async ({ server }) => {
    const response = await fetch(`${server}/login`)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'/)
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    expect(policy).toContain("frame-ancestors 'none'")
    expect(response.headers.get('x-frame-options')).toBe('DENY')
    expect(response.headers.get('x-powered-by')).toBeNull()
  })
})
