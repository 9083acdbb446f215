import { createPrivateKey } from 'node:crypto'
import { decodeProtectedHeader } from 'jose'
import { expect, it, vi } from 'vitest'
import { createAuthority } from '../specimen/authority'
import { aRequest, aWorld } from '../testing/a-wallet'

it.each(['x509_hash', 'x509_san_dns'] as const)('an operator’s key and certificates sign what wallets are asked, as %s', async (prefix) => {
  const { key, chain } = await createAuthority('operator', { hostName: 'signet.example', hasIntermediate: true })
  const pem = createPrivateKey({ format: 'jwk', key: { ...key } }).export({ type: 'pkcs8', format: 'pem' })
  vi.stubEnv('BASE_URL', 'https://signet.example')
  vi.stubEnv('WALLET_KEY', pem.toString())
  vi.stubEnv('WALLET_CHAIN', chain.map((der) => `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`).join(''))
  vi.stubEnv('WALLET_CLIENT_ID', prefix)
  vi.resetModules()
  const [{ verifierIdentity }, { signRequestObject }] = [await import('./verifier-identity'), await import('../request/sign-request-object')]
  const identity = await verifierIdentity()
  expect(identity?.clientId).toMatch(prefix === 'x509_hash' ? /^x509_hash:[\w-]{43}$/ : /^x509_san_dns:signet\.example$/)
  const { request } = await aRequest(await aWorld())
  const signed = await signRequestObject(request, identity ?? ({} as never), { now: new Date() })
  expect(decodeProtectedHeader(signed).x5c).toEqual(chain)
  vi.unstubAllEnvs()
})
