import { createHash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair, importX509, jwtVerify } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { CREDENTIAL_TYPE_NAMES, type CredentialId } from './catalogue'
import { readCertificate } from './certificates/read-certificate'
import { digitalCredentialsRequest } from './request/digital-credentials-request'
import { isWalletNonce, signRequestObject } from './request/sign-request-object'
import { walletLink } from './request/wallet-link'
import { openResponse } from './response/open-response'
import { identityOf } from './specimen/identity-of'
import { issueCredential } from './specimen/issue-credential'
import { present } from './specimen/present'
import { type Attempt, aRequest, attempt, aWorld, ERIKA, judge, LISTS, type World } from './testing/a-wallet'

let world: World
beforeAll(async () => {
  world = await aWorld()
})

const FORMATS = ['specimen_sd_jwt', 'specimen_mdoc'] as const satisfies CredentialId[]
const codeOf = async (id: CredentialId, how: Attempt) => {
  const verdict = await attempt(world, id, how)
  return verdict.outcome === 'refused' ? verdict.code : 'accepted'
}

/** What a verifier has to do, line by line; what a page or a cookie does is tried where they are. */
describe('OpenID4VP 1.0, Security Considerations', () => {
  it.each(FORMATS)('§14.1.1: a presentation without a proof of the holder is not taken (%s)', async (id) => {
    expect(await codeOf(id, { wrong: { hasNoBinding: true } })).toBe('holder_binding_missing')
  })

  it.each(FORMATS)('§14.1.2: a presentation is bound to this client_id, and to no part of it (%s)', async (id) => {
    const { request } = await aRequest(world)
    for (const audience of ['x509_hash:other', request.clientId.replace('x509_hash:', ''), 'https://signet.example']) {
      expect(['audience_mismatch', 'holder_binding_invalid']).toContain(await codeOf(id, { wrong: { audience } }))
    }
  })

  it.each(FORMATS)('§14.1.2: a presentation is bound to the nonce of this request, and no two have the same (%s)', async (id) => {
    expect(['nonce_mismatch', 'holder_binding_invalid']).toContain(await codeOf(id, { wrong: { nonce: 'x'.repeat(43) } }))
    const [one, other] = [await aRequest(world), await aRequest(world)]
    expect(one.request.nonce).toMatch(/^[\w-]{43}$/)
    expect(new Set([one, other].flatMap(({ request }) => [request.nonce, request.state, request.decryptionKey?.x])).size).toBe(6)
  })

  it.each(FORMATS)('§14.1.2: what was presented in one session is refused in another, for whatever state it is posted (%s)', async (id) => {
    const [mine, other] = [await aRequest(world, { mode: 'direct_post' }), await aRequest(world, { mode: 'direct_post' })]
    const captured = await present(mine.requestObject, await issueCredential(world.issuer, id, ERIKA))
    expect(await judge(world, mine.request, captured)).toMatchObject({ outcome: 'verified' })
    expect(await judge(world, other.request, captured)).toMatchObject({ code: 'wallet_response_malformed' })
    const verdict = await judge(world, other.request, { ...captured, state: other.request.state })
    expect(verdict).toMatchObject({ code: expect.stringMatching(/^(nonce_mismatch|holder_binding_invalid)$/) })
  })

  it('§14.3.2: an answer with another state, or none, is not read', async () => {
    const { request } = await aRequest(world, { mode: 'direct_post' })
    for (const state of ['x'.repeat(43), '', undefined, request.state.slice(1)]) {
      expect(await openResponse(request, { state, vp_token: '{}' })).toMatchObject({ code: 'wallet_response_malformed' })
    }
  })

  it('§14.5: what is altered inside an encrypted answer is found by the presentation’s own proofs', async () => {
    const { request, requestObject } = await aRequest(world)
    const other = await aRequest(world)
    // Somebody who saw the key encrypts a presentation of their own making for another request.
    const credential = await issueCredential(world.issuer, 'specimen_sd_jwt', ERIKA)
    const answer = await present(requestObject, credential, { nonce: other.request.nonce })
    expect(await judge(world, request, answer)).toMatchObject({ code: 'nonce_mismatch' })
  })

  it.each(FORMATS)('§14.8: the wallet is not relied on for what the query says (%s)', async (id) => {
    expect(await codeOf(id, { types: ['org.iso.18013.5.1.mDL'] })).toBe('credential_type_not_asked')
    expect(await codeOf(id, { wrong: { hide: ['age_over_18'] } })).toBe('claims_missing')
    expect(await codeOf(id, { types: [id === 'specimen_mdoc' ? 'urn:signet:specimen:1' : 'signet.specimen.1'] })).toBe('credential_type_not_asked')
  })

  it('§14.8: a credential of one type does not pass for another that was asked', async () => {
    const how: Attempt = { types: ['org.iso.18013.5.1.mDL', 'signet.specimen.1'], wrong: { id: 'mdl' } }
    expect(await codeOf('specimen_mdoc', how)).toBe('credential_type_not_asked')
  })
})

describe('HAIP 1.0 for a verifier', () => {
  const parts = async () => {
    const { request, requestObject } = await aRequest(world)
    return { request, requestObject, header: decodeProtectedHeader(requestObject), claims: decodeJwt<Record<string, never>>(requestObject) }
  }

  it('§5: response_type is vp_token, and the query is DCQL', async () => {
    const { claims } = await parts()
    expect(claims).toMatchObject({ response_type: 'vp_token', dcql_query: { credentials: expect.any(Array) }, aud: 'https://self-issued.me/v2' })
    expect(Object.keys(claims)).not.toContain('presentation_definition')
  })

  it('§5: the client id is x509_hash of the leaf, which is not self-signed and comes without its root', async () => {
    const { header, requestObject, claims } = await parts()
    expect(header).toMatchObject({ typ: 'oauth-authz-req+jwt', alg: 'ES256' })
    const [leaf = '', ...others] = header.x5c ?? []
    const der = Buffer.from(leaf, 'base64')
    expect(claims.client_id).toBe(`x509_hash:${createHash('sha256').update(der).digest('base64url')}`)
    const certificate = readCertificate(der)
    expect(certificate.isIssuedBy(certificate)).toBe(false)
    expect(others).not.toContain(world.verifier.root)
    const key = await importX509(`-----BEGIN CERTIFICATE-----\n${leaf}\n-----END CERTIFICATE-----`, 'ES256')
    await expect(jwtVerify(requestObject, key, { audience: 'https://self-issued.me/v2' })).resolves.toBeDefined()
  })

  it('§5: answers are encrypted with ECDH-ES to a P-256 key of this request alone, A128GCM and A256GCM listed', async () => {
    const { claims, request } = await parts()
    const metadata = claims.client_metadata as unknown as { jwks: { keys: Record<string, string>[] } }
    expect(claims.client_metadata).toMatchObject({ encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'] })
    expect(metadata.jwks.keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: request.decryptionKey?.x,
        y: request.decryptionKey?.y,
        use: 'enc',
        alg: 'ECDH-ES',
        kid: request.decryptionKey?.kid,
      },
    ])
  })

  it.each(['A128GCM', 'A256GCM'])('§5: an answer in %s is read', async (contentEncryption) => {
    for (const id of FORMATS) expect(await codeOf(id, { wrong: { contentEncryption } })).toBe('accepted')
  })

  it('§5.1: the request is signed and fetched by request_uri; an answer in clear is refused', async () => {
    const link = new URL(walletLink('openid4vp://', 'x509_hash:a', 'https://signet.example/wallet/request/1'))
    expect(Object.fromEntries(link.searchParams)).toEqual({
      client_id: 'x509_hash:a',
      request_uri: 'https://signet.example/wallet/request/1',
      request_uri_method: 'post',
    })
    for (const id of FORMATS) expect(await codeOf(id, { wrong: { isInClear: true } })).toBe('wallet_response_malformed')
  })

  it('§5.2: over the Digital Credentials API the request is signed, answered with dc_api.jwt, and bound to the origin', async () => {
    const { request } = await aRequest(world, { mode: 'dc_api.jwt' })
    const { protocol, data } = await digitalCredentialsRequest(request, identityOf(world.verifier), new Date())
    expect(protocol).toBe('openid4vp-v1-signed')
    const claims = decodeJwt(data.request)
    expect(claims).toMatchObject({ response_mode: 'dc_api.jwt', expected_origins: ['https://signet.example'] })
    expect(Object.keys(claims)).not.toContain('response_uri')
    expect(await codeOf('specimen_mdoc', { mode: 'dc_api.jwt' })).toBe('accepted')
    expect(await codeOf('specimen_mdoc', { mode: 'dc_api.jwt', wrong: { origin: 'https://evil.example' } })).toBe('holder_binding_invalid')
  })

  it('§5.3.1: an mdoc is asked for as mso_mdoc, each element said to be kept, and comes in a response of its own', async () => {
    const { request } = await aRequest(world, { types: ['org.iso.18013.5.1.mDL'], fields: ['age_over_18'] })
    expect(request.query).toEqual({
      credentials: [
        {
          id: 'mdl',
          format: 'mso_mdoc',
          require_cryptographic_holder_binding: true,
          meta: { doctype_value: 'org.iso.18013.5.1.mDL' },
          claims: [{ path: ['org.iso.18013.5.1', 'age_over_18'], intent_to_retain: true }],
        },
      ],
    })
  })

  it('§5.3.2, §6.1: an SD-JWT VC is asked for as dc+sd-jwt and taken in compact form, with its typ and a key in cnf.jwk', async () => {
    expect(await codeOf('specimen_sd_jwt', {})).toBe('accepted')
    expect(await codeOf('specimen_sd_jwt', { issuing: { header: { typ: 'vc+sd-jwt' } } })).toBe('presentation_malformed')
    const bend = (signed: Record<string, unknown>) => ({ ...signed, cnf: { kid: 'did:example:1' } })
    expect(await codeOf('specimen_sd_jwt', { issuing: { bend } })).toBe('holder_binding_missing')
  })

  it('§6.1: a credential may end by exp, by status, by both or by neither', async () => {
    const endless = ({ exp: _, ...signed }: Record<string, unknown>) => signed
    expect(await codeOf('specimen_sd_jwt', { issuing: { bend: endless, status: undefined } })).toBe('accepted')
    expect(await codeOf('specimen_sd_jwt', { issuing: { bend: endless, status: { idx: 7, uri: LISTS.jwt } } })).toBe('credential_revoked')
    expect(await codeOf('specimen_sd_jwt', { issuing: { validDays: [-2, -1], status: undefined } })).toBe('credential_expired')
  })

  it('§6.1: a status of a kind that is not known cannot be told, so it is not passed over', async () => {
    for (const id of FORMATS) {
      const bend = (signed: Record<string, unknown>) => ({ ...signed, status: { another_list: { id: 'x', uri: 'https://issuer.example' } } })
      expect(await codeOf(id, { issuing: { bend } })).toBe('status_unavailable')
    }
  })

  it('§6.1.1: the issuer is known by x5c and a path to an anchor', async () => {
    expect(await codeOf('specimen_sd_jwt', { issuing: { header: { x5c: undefined } } })).toBe('issuer_untrusted')
    for (const id of FORMATS) expect(await codeOf(id, { issuer: world.stranger })).toBe('issuer_untrusted')
  })

  it('§7, §8: ES256 and SHA-256 are taken, and the key names the algorithm', async () => {
    for (const id of FORMATS) expect(await codeOf(id, {})).toBe('accepted')
    const { privateKey } = await generateKeyPair('EdDSA', { extractable: true })
    const { d: _, ...jwk } = await exportJWK(privateKey)
    const bend = (signed: Record<string, unknown>) => ({ ...signed, cnf: { jwk } })
    expect(await codeOf('specimen_sd_jwt', { issuing: { bend } })).toBe('algorithm_not_allowed')
  })

  it('OpenID4VP 1.0 §5.10: a wallet_nonce goes back as it came, and only where the wallet posted one', async () => {
    const { request } = await aRequest(world)
    const identity = identityOf(world.verifier)
    expect(decodeJwt(await signRequestObject(request, identity, { now: new Date(), walletNonce: 'abc' }))).toMatchObject({ wallet_nonce: 'abc' })
    expect(decodeJwt(await signRequestObject(request, identity, { now: new Date() }))).not.toHaveProperty('wallet_nonce')
    expect([isWalletNonce('aZ0-_~'), isWalletNonce('a b'), isWalletNonce(''), isWalletNonce('x'.repeat(257))]).toEqual([true, false, false, false])
  })

  it('§5: no type is asked for that cannot tell every field: an age is asked of no PID', async () => {
    const { request } = await aRequest(world, { fields: ['age_over_18'], types: CREDENTIAL_TYPE_NAMES })
    expect(request.query.credentials.map(({ id }) => id)).toEqual(['mdl', 'proof_of_age', 'specimen_sd_jwt', 'specimen_mdoc'])
    await expect(aRequest(world, { fields: ['age_over_18'], types: ['urn:eudi:pid:1'] })).rejects.toThrow('no type tells')
  })
})
