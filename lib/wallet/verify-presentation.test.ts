import { randomUUID } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CredentialId } from './catalogue'
import { Tagged } from './encoding/cbor'
import type { Encodable } from './encoding/encode-cbor'
import type { RefusalCode } from './refusals'
import { identifierListCwt } from './specimen/status-list'
import { type Attempt, anchorOf, attempt, aWorld, ERIKA, IDENTIFIERS, LISTS, type World } from './testing/a-wallet'

let world: World
let foreignKey: JWK
beforeAll(async () => {
  world = await aWorld()
  foreignKey = await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey)
})

type Row = [title: string, how: Attempt | (() => Attempt), sdJwt: RefusalCode | null, mdoc: RefusalCode | null]

const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const alterName = (disclosed: Buffer): Buffer => {
  if (disclosed[0] === 0xa4) return Buffer.from(disclosed.toString('latin1').replace('Erika', 'Erikb'), 'latin1')
  const [salt, ...parts] = JSON.parse(Buffer.from(disclosed.toString(), 'base64url').toString())
  return Buffer.from(base64url([salt, ...parts.map((part: unknown) => (part === 'Erika' ? 'Erikb' : part))]))
}
const DAY_MS = 86_400_000
const bend = (change: (signed: Record<string, unknown>) => Record<string, unknown>): Attempt => ({ issuing: { bend: change } })

/** An mdoc whose status is an identifier. */
const identified = (reference: object): Attempt =>
  bend((signed) => ({ ...signed, status: { identifier_list: { id: IDENTIFIERS.valid, uri: LISTS.identifiers, ...reference } } }))

/** What is presented, by whom, and why it is not accepted; null where the format has no such thing. */
const ROWS: Row[] = [
  ['an answer in clear where encryption was asked', { wrong: { isInClear: true } }, 'wallet_response_malformed', 'wallet_response_malformed'],
  [
    'a content encryption that was not offered',
    { wrong: { contentEncryption: 'A128CBC-HS256' } },
    'wallet_response_malformed',
    'wallet_response_malformed',
  ],
  ['an answer that is compressed', { wrong: { isCompressed: true } }, 'wallet_response_malformed', 'wallet_response_malformed'],
  ['an answer to another key', { wrong: { keyId: 'other' } }, 'wallet_response_malformed', 'wallet_response_malformed'],
  ['another state', { wrong: { state: 'x'.repeat(43) } }, 'wallet_response_malformed', 'wallet_response_malformed'],
  ['a refusal', { answer: (_, { state }) => ({ error: 'access_denied', state }) }, 'wallet_refused', 'wallet_refused'],
  ['a query that was not asked', { wrong: { id: 'pid_sd_jwt' } }, 'credential_type_not_asked', 'credential_type_not_asked'],
  ['a foreign issuer', () => ({ issuer: world.stranger }), 'issuer_untrusted', 'issuer_untrusted'],
  [
    'an issuer of other types',
    () => ({ anchors: [anchorOf(world.issuer, { types: ['org.iso.18013.5.1.mDL'] })] }),
    'issuer_untrusted',
    'issuer_untrusted',
  ],
  [
    'an issuer trusted until yesterday',
    () => ({ anchors: [anchorOf(world.issuer, { until: new Date(Date.now() - DAY_MS) })] }),
    'issuer_untrusted',
    'issuer_untrusted',
  ],
  ['an altered claim', { wrong: { alter: alterName } }, 'digest_mismatch', 'digest_mismatch'],
  ['an expired credential', { issuing: { validDays: [-30, -1] } }, 'credential_expired', 'credential_expired'],
  ['a credential of tomorrow', { issuing: { validDays: [1, 30] } }, 'credential_not_yet_valid', 'credential_not_yet_valid'],
  ['no binding', { wrong: { hasNoBinding: true } }, 'holder_binding_missing', 'holder_binding_missing'],
  ["a key that is not the holder's", () => ({ wrong: { key: foreignKey } }), 'holder_binding_invalid', 'holder_binding_invalid'],
  ['a nonce of another request', { wrong: { nonce: 'x'.repeat(43) } }, 'nonce_mismatch', 'holder_binding_invalid'],
  ['an answer for another verifier', { wrong: { audience: 'x509_hash:other' } }, 'audience_mismatch', 'holder_binding_invalid'],
  ['a revoked credential', { issuing: { status: { idx: 7, uri: LISTS.jwt } } }, 'credential_revoked', 'credential_revoked'],
  ['a suspended credential', { issuing: { status: { idx: 8, uri: LISTS.jwt } } }, 'credential_suspended', 'credential_suspended'],
  ['a status of no known meaning', { issuing: { status: { idx: 9, uri: LISTS.cwt } } }, 'credential_suspended', 'credential_suspended'],
  ['a revoked credential, by a CWT', { issuing: { status: { idx: 7, uri: LISTS.cwt } } }, 'credential_revoked', 'credential_revoked'],
  ['an entry beyond the list', { issuing: { status: { idx: 2_000_000, uri: LISTS.jwt } } }, 'status_unavailable', 'status_unavailable'],
  ['a list out of reach', { issuing: { status: { idx: 1, uri: LISTS.gone } } }, 'status_unavailable', 'status_unavailable'],
  [
    'a list at a plain http address',
    { issuing: { status: { idx: 1, uri: 'http://issuer.example/1' } } },
    'presentation_malformed',
    'presentation_malformed',
  ],
  ['a claim held back', { wrong: { hide: ['given_name'] } }, 'claims_missing', 'claims_missing'],
  ['a birth date that is no day', { claims: { ...ERIKA, birthdate: '1990-02-30' } }, 'claims_missing', 'claims_missing'],
  ['an age that is no boolean', { claims: { ...ERIKA, age_over_18: 'yes' as never } }, 'claims_missing', 'claims_missing'],
  ['a document that ended', { claims: { ...ERIKA, document_expiry: '2020-01-01' } }, 'document_expired', 'document_expired'],
  // SD-JWT VC
  ['a disclosure that nothing refers to', { wrong: { extra: [base64url(['salt', 'age_over_21', true])] } }, 'digest_mismatch', null],
  ['a binding of other disclosures', { wrong: { sdHash: 'A'.repeat(43) } }, 'sd_hash_mismatch', null],
  ['a binding of another kind', { wrong: { bindingType: 'jwt' } }, 'holder_binding_invalid', null],
  ['a binding of last year', { wrong: { skewSeconds: -31_536_000 } }, 'presentation_time_out_of_window', null],
  ['a binding of next year', { wrong: { skewSeconds: 31_536_000 } }, 'presentation_time_out_of_window', null],
  ['another vct in what was signed', bend((signed) => ({ ...signed, vct: 'urn:eudi:pid:1' })), 'credential_type_not_asked', null],
  ['no key of a holder', bend(({ cnf: _, ...signed }) => signed), 'holder_binding_missing', null],
  ['a weak digest', bend((signed) => ({ ...signed, _sd_alg: 'md5' })), 'algorithm_not_allowed', null],
  ['a digest twice', bend((signed) => ({ ...signed, _sd: [...(signed._sd as string[]), (signed._sd as string[])[0]] })), 'digest_mismatch', null],
  ['a claim both open and disclosed', bend((signed) => ({ ...signed, given_name: 'Mallory' })), 'presentation_malformed', null],
  ['an older typ', { issuing: { header: { typ: 'vc+sd-jwt' } } }, 'presentation_malformed', null],
  ['no certificate', { issuing: { header: { x5c: undefined } } }, 'issuer_untrusted', null],
  // mdoc
  ['an identifier that is on the list of revoked ones', identified({ id: IDENTIFIERS.revoked }), null, 'credential_revoked'],
  ['an identifier in a list out of reach', identified({ uri: LISTS.gone }), null, 'status_unavailable'],
  ['an identifier whose list is one of indexes', identified({ uri: LISTS.cwt }), null, 'status_unavailable'],
  ['an index in a list of identifiers', { issuing: { status: { idx: 3, uri: LISTS.identifiers } } }, null, 'status_unavailable'],
  ['an identifier that is text', identified({ id: 'a1b2c3' as never }), null, 'presentation_malformed'],
  ['an identifier at a plain http address', identified({ uri: 'http://issuer.example/1' }), null, 'presentation_malformed'],
  [
    'two statuses of which one is revoked',
    bend((signed) => ({
      ...signed,
      status: { status_list: { idx: 7, uri: LISTS.cwt }, identifier_list: { id: IDENTIFIERS.valid, uri: LISTS.identifiers } },
    })),
    null,
    'credential_revoked',
  ],
  ['an MSO of another type', bend((signed) => ({ ...signed, docType: 'org.iso.18013.5.1.mDL' })), null, 'credential_type_not_asked'],
  ['an MSO with a weak digest', bend((signed) => ({ ...signed, digestAlgorithm: 'SHA-1' })), null, 'algorithm_not_allowed'],
  ['a transcript of another address', { wrong: { responseUri: 'https://evil.example/r' } }, null, 'holder_binding_invalid'],
  ['a transcript without the key of the answer', { wrong: { hasNoThumbprint: true } }, null, 'holder_binding_invalid'],
  ['claims that the device signed', { wrong: { deviceClaims: { 'signet.specimen.1': { given_name: 'Mallory' } } } }, null, 'claims_unexpected'],
  ['a response of another version', { wrong: { version: '2.0' } }, null, 'presentation_malformed'],
  [
    'signed before the certificate was',
    bend((signed) => ({ ...signed, validityInfo: { ...(signed.validityInfo as object), signed: new Tagged(0, '2020-01-01T00:00:00Z') } })),
    null,
    'issuer_certificate_invalid',
  ],
]

const FORMATS = [
  ['specimen_sd_jwt', 2],
  ['specimen_mdoc', 3],
] as const satisfies [CredentialId, number][]

describe.each(FORMATS)('%s', (id, column) => {
  it.each(['x509_hash', 'x509_san_dns'] as const)('is accepted by %s in every response mode', async (prefix) => {
    for (const mode of ['direct_post', 'direct_post.jwt', 'dc_api.jwt'] as const) {
      expect(await attempt(world, id, { prefix, mode })).toMatchObject({ outcome: 'verified', id, claims: ERIKA, issuer: { name: 'issuer root' } })
    }
  })

  it('tells what was asked and nothing else, whatever else is disclosed', async () => {
    const verdict = await attempt(world, id, { fields: ['age_over_18'] })
    expect(verdict).toMatchObject({ outcome: 'verified', claims: { age_over_18: true } })
    expect(JSON.stringify(verdict)).not.toContain('Erika')
  })

  it('is accepted by a certificate that is pinned, and by a list in CBOR', async () => {
    const status = { idx: 3, uri: LISTS.cwt }
    expect(await attempt(world, id, { issuing: { status } })).toMatchObject({ outcome: 'verified' })
    const pinned = anchorOf({ ...world.stranger, root: world.stranger.chain[0] as string }, { isPinned: true })
    expect(await attempt(world, id, { issuer: world.stranger, anchors: [pinned], issuing: { status: undefined } })).toMatchObject({
      outcome: 'verified',
    })
  })

  it.each(ROWS.filter((row) => row[column] !== null))('%s is refused', async (_, how, ...codes) => {
    expect(await attempt(world, id, typeof how === 'function' ? how() : how)).toMatchObject({ outcome: 'refused', code: codes[column - 2] })
  })
})

describe('a status by identifier', () => {
  it('is accepted where the list does not name it, also beside an index that stands', async () => {
    expect(await attempt(world, 'specimen_mdoc', identified({}))).toMatchObject({ outcome: 'verified' })
    const both = { status_list: { idx: 3, uri: LISTS.cwt }, identifier_list: { id: IDENTIFIERS.valid, uri: LISTS.identifiers } }
    expect(
      await attempt(
        world,
        'specimen_mdoc',
        bend((signed) => ({ ...signed, status: both })),
      ),
    ).toMatchObject({ outcome: 'verified' })
  })

  it('is told by a list under the certificate that the credential names, and under no other', async () => {
    const certificate = Buffer.from(world.stranger.root, 'base64')
    const uri = 'https://issuer.example/identifiers/2'
    world.lists[uri] = identifierListCwt(world.stranger, uri, [IDENTIFIERS.revoked])
    expect(await attempt(world, 'specimen_mdoc', identified({ uri, certificate }))).toMatchObject({ outcome: 'verified' })
    expect(await attempt(world, 'specimen_mdoc', identified({ uri, certificate, id: IDENTIFIERS.revoked }))).toMatchObject({
      code: 'credential_revoked',
    })
    expect(await attempt(world, 'specimen_mdoc', identified({ uri }))).toMatchObject({ code: 'status_unavailable' })
    expect(await attempt(world, 'specimen_mdoc', identified({ certificate }))).toMatchObject({ code: 'status_unavailable' })
  })

  it.each<[string, (claims: Map<number, Encodable>) => Map<number, Encodable>]>([
    ['without an end', (claims) => without(claims, 4)],
    ['that is over', (claims) => new Map([...claims, [4, 1]])],
    ['without a beginning', (claims) => without(claims, 6)],
    ['of another address', (claims) => new Map([...claims, [2, 'https://issuer.example/identifiers/9']])],
    ['without identifiers', (claims) => new Map([...claims, [65530, {}]])],
    ['with the claim of the other kind', (claims) => new Map([...without(claims, 65530), [65533, { bits: 1, lst: Buffer.alloc(1) }]])],
  ])('a list %s cannot tell it', async (_, change) => {
    const uri = `https://issuer.example/identifiers/${randomUUID()}`
    world.lists[uri] = identifierListCwt(world.issuer, uri, [], change)
    expect(await attempt(world, 'specimen_mdoc', identified({ uri }))).toMatchObject({ code: 'status_unavailable' })
  })
})

const without = (claims: Map<number, Encodable>, label: number) => new Map([...claims].filter(([name]) => name !== label))
