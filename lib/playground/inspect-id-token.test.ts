import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, type JSONWebKeySet, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { inspectIdToken } from './inspect-id-token'

const EXPECTED = { issuer: 'https://login.example', clientId: 'cli_x', nonce: 'n', accessToken: 'sga_x', now: new Date('2026-11-21T12:00:00Z') }
const AT_HASH = createHash('sha256').update('sga_x').digest().subarray(0, 16).toString('base64url')
const GOOD = { iss: 'https://login.example', aud: 'cli_x', exp: Date.parse('2026-11-21T13:00:00Z') / 1000, nonce: 'n', at_hash: AT_HASH, sub: 's' }
const ALL = { signature: true, iss: true, aud: true, exp: true, nonce: true, at_hash: true }

let jwks: JSONWebKeySet
let sign: (payload: JWTPayload) => Promise<string>

beforeAll(async () => {
  const { publicKey, privateKey } = await generateKeyPair('ES256')
  jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k', alg: 'ES256' }] }
  sign = (payload) => new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'k' }).sign(privateKey)
})

describe('inspectIdToken', () => {
  it('opens a good token and passes every check', async () => {
    const inspected = await inspectIdToken(await sign(GOOD), jwks, EXPECTED)
    expect(inspected).toEqual({ header: { alg: 'ES256', kid: 'k' }, payload: GOOD, checks: ALL })
  })

  it.each([
    ['iss', 'https://evil.example'],
    ['aud', 'cli_other'],
    ['exp', Date.parse('2026-11-21T12:00:00Z') / 1000],
    ['nonce', 'other'],
    ['at_hash', 'other'],
  ] as const)('fails %s alone when it is wrong', async (claim, value) => {
    const inspected = await inspectIdToken(await sign({ ...GOOD, [claim]: value }), jwks, EXPECTED)
    expect(inspected?.checks).toEqual({ ...ALL, [claim]: false })
  })

  it('fails the signature alone when the payload was exchanged', async () => {
    const [head, , signature] = (await sign({ ...GOOD, sub: 'other' })).split('.')
    const [, payload] = (await sign(GOOD)).split('.')
    expect((await inspectIdToken([head, payload, signature].join('.'), jwks, EXPECTED))?.checks).toEqual({ ...ALL, signature: false })
  })

  it('fails the signature without published keys, and has nothing to say about what is no token', async () => {
    expect((await inspectIdToken(await sign(GOOD), { keys: [] }, EXPECTED))?.checks.signature).toBe(false)
    expect(await inspectIdToken('undefined', jwks, EXPECTED)).toBeNull()
  })
})
