import { beforeAll, describe, expect, it } from 'vitest'
import { WalletRefusal } from '../refusals'
import { type Authority, type Bend, createAuthority, derOf } from '../specimen/authority'
import { anchorOf } from '../testing/a-wallet'
import type { TrustAnchor } from '../types'
import { judgePath } from './judge-path'
import * as x509 from './x509'

const RULES = { now: new Date(), extendedKeyUsage: null }
const DAY_MS = 86_400_000

const chainOf = ({ chain }: Authority) => chain.map(derOf)
function codeOf(work: () => unknown): string {
  try {
    work()
    return 'accepted'
  } catch (error) {
    if (error instanceof WalletRefusal) return error.message
    throw error
  }
}

let issuer: Authority
beforeAll(async () => {
  issuer = await createAuthority('issuer')
})

describe('a path', () => {
  it('goes up to an anchor, with or without a CA between, whether or not the anchor comes with it', async () => {
    const between = await createAuthority('between', { hasIntermediate: true })
    for (const authority of [issuer, between]) {
      for (const chain of [chainOf(authority), [...chainOf(authority), derOf(authority.root)]]) {
        expect(judgePath(chain, [anchorOf(authority)], RULES)).toMatchObject({ anchor: { name: `${authority.name} root` }, isPinned: false })
      }
    }
  })

  it.each<[string, Bend, string]>([
    ['an expired leaf', { validDays: [-30, -1] }, 'outside its validity'],
    ['a leaf of tomorrow', { validDays: [1, 30] }, 'outside its validity'],
    ['a leaf that is a CA', { isCa: true }, 'a CA signs no credentials'],
    ['a leaf for other uses', { keyUsage: x509.KeyUsageFlags.keyAgreement }, 'key usage'],
    [
      'a critical extension that is not known',
      { extensions: [new x509.Extension('1.2.3.4', true, new Uint8Array([5, 0]))] },
      'an unknown critical extension',
    ],
    ['a CA more than the root allows', { hasIntermediate: true, pathLength: 0 }, 'path length'],
  ])('with %s is refused', async (_, bend, detail) => {
    const bent = await createAuthority('bent', bend)
    expect(codeOf(() => judgePath(chainOf(bent), [anchorOf(bent)], RULES))).toBe(`issuer_certificate_invalid: ${detail}`)
  })

  it('needs the extended key usage of its type', async () => {
    const rules = { ...RULES, extendedKeyUsage: '1.0.18013.5.1.2' }
    expect(codeOf(() => judgePath(chainOf(issuer), [anchorOf(issuer)], rules))).toBe('accepted')
    const other = await createAuthority('other', { extendedKeyUsage: ['1.3.6.1.5.5.7.3.1'] })
    expect(codeOf(() => judgePath(chainOf(other), [anchorOf(other)], rules))).toBe('issuer_certificate_invalid: extended key usage')
  })

  it('is refused with an unknown root, a root trusted no longer, a leaf under another, and a chain too long', async () => {
    const other = await createAuthority('issuer') // the same names, other keys
    expect(codeOf(() => judgePath(chainOf(issuer), [], RULES))).toBe('issuer_untrusted: no anchor')
    expect(codeOf(() => judgePath(chainOf(issuer), [anchorOf(other)], RULES))).toBe('issuer_untrusted: no anchor')
    const over: TrustAnchor = anchorOf(issuer, { until: new Date(Date.now() - DAY_MS) })
    expect(codeOf(() => judgePath(chainOf(issuer), [over], RULES))).toBe('issuer_untrusted: no anchor')
    const between = await createAuthority('between', { hasIntermediate: true })
    const broken = [...chainOf(issuer), ...chainOf(between).slice(1)]
    expect(codeOf(() => judgePath(broken, [anchorOf(between)], RULES))).toBe('issuer_certificate_invalid: a broken chain')
    const long = Array.from({ length: 5 }, () => chainOf(issuer)[0] as Uint8Array)
    expect(codeOf(() => judgePath(long, [anchorOf(issuer)], RULES))).toBe('issuer_certificate_invalid: length of the chain')
    expect(codeOf(() => judgePath([Buffer.from('no certificate')], [anchorOf(issuer)], RULES))).toBe('issuer_certificate_invalid: a certificate')
  })

  it('a pinned certificate stands for itself, however it is made, and for no other that it signs', async () => {
    const expired = await createAuthority('expired', { isCa: true, validDays: [-30, -1] })
    const pinned = anchorOf({ ...expired, root: expired.chain[0] as string }, { isPinned: true })
    expect(judgePath(chainOf(expired), [pinned], RULES)).toMatchObject({ isPinned: true })
    expect(codeOf(() => judgePath(chainOf(issuer), [anchorOf(issuer, { isPinned: true })], RULES))).toBe('issuer_untrusted: no anchor')
  })
})
