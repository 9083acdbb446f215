import { createPrivateKey, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { parseEnv } from '#lib/core/env'
import { type Authority, createAuthority, derOf } from '../specimen/authority'

const BASE = {
  DATABASE_URL: 'postgresql://u:p@db/signet',
  MASTER_KEY: `k1:${Buffer.alloc(32, 7).toString('base64url')}`,
  BASE_URL: 'https://login.example',
  MAIL: 'off',
}

const pemOf = (der: string) => new X509Certificate(derOf(der)).toString()
const keyOf = ({ key }: Authority) =>
  createPrivateKey({ format: 'jwk', key: { ...key } })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()

let [own, other]: Authority[] = []

beforeAll(async () => {
  ;[own, other] = await Promise.all([createAuthority('A', { hostName: 'login.example' }), createAuthority('B', { hostName: 'login.example' })])
})

function faultOf(settings: Record<string, string | undefined>): string {
  try {
    parseEnv({ ...BASE, ...settings })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('what wallets know a service by is checked before it starts', () => {
  const chain = ({ chain: certificates }: Authority) => certificates.map(pemOf).join('')

  it('takes a key with its certificates, by hash and by name', () => {
    const settings = { WALLET_KEY: keyOf(own as Authority), WALLET_CHAIN: chain(own as Authority) }
    expect(faultOf(settings)).toBe('')
    expect(faultOf({ ...settings, WALLET_CLIENT_ID: 'x509_san_dns' })).toBe('')
    expect(parseEnv(BASE)).toMatchObject({ WALLET_CLIENT_ID: 'x509_hash', WALLET_RESPONSE_MODE: 'direct_post.jwt', WALLET_LINK: 'openid4vp://' })
  })

  it.each([
    ['a key alone', () => ({ WALLET_KEY: keyOf(own as Authority) }), /^WALLET_CHAIN: and WALLET_KEY go together/],
    ['another key', () => ({ WALLET_KEY: keyOf(other as Authority), WALLET_CHAIN: chain(own as Authority) }), /^WALLET_CHAIN: begins with/],
    [
      'a root beside it',
      () => ({ WALLET_KEY: keyOf(own as Authority), WALLET_CHAIN: chain(own as Authority) + pemOf((own as Authority).root) }),
      /^WALLET_CHAIN: holds a self-signed certificate/,
    ],
    [
      'another host',
      () => ({
        WALLET_KEY: keyOf(own as Authority),
        WALLET_CHAIN: chain(own as Authority),
        WALLET_CLIENT_ID: 'x509_san_dns',
        BASE_URL: 'https://elsewhere.example',
      }),
      /^WALLET_CHAIN: is not for elsewhere\.example/,
    ],
    ['no key at all', () => ({ WALLET_KEY: 'secret', WALLET_CHAIN: chain(own as Authority) }), /^WALLET_KEY: must be a private key on P-256/],
    ['no address', () => ({ WALLET_LINK: 'openid4vp' }), /^WALLET_LINK: must be/],
  ])('%s is one clear line without the key', (_, settings, line) => {
    const fault = faultOf(settings())
    expect(fault).toMatch(line)
    expect(fault.split('\n')).toHaveLength(1)
    expect(fault).not.toMatch(/PRIVATE|secret/)
  })
})
