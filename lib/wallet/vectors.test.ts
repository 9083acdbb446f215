import { createPublicKey } from 'node:crypto'
import { expect, it } from 'vitest'
import { CREDENTIAL_TYPES } from './catalogue'
import { readCertificate } from './certificates/read-certificate'
import { publicKeyOf } from './encoding/algorithms'
import { verifySign1 } from './encoding/cose'
import { encodeCbor } from './encoding/encode-cbor'
import type { JsonObject } from './encoding/json'
import { readJws, verifyJws } from './encoding/jws'
import { judgeDevice } from './mdoc/judge-device'
import { judgeItems } from './mdoc/judge-items'
import { judgeMdoc } from './mdoc/judge-mdoc'
import { readDocument } from './mdoc/read-document'
import { msoContent, readMso } from './mdoc/read-mso'
import { sessionTranscript } from './mdoc/session-transcript'
import { digestNamed } from './sd-jwt/digest'
import { judgeKeyBinding } from './sd-jwt/judge-key-binding'
import { readDisclosures } from './sd-jwt/read-disclosures'
import { splitSdJwt } from './sd-jwt/split-sd-jwt'
import { unfold } from './sd-jwt/unfold'
import { ISO_DEVICE_RESPONSE } from './testing/vectors/iso-18013-5'
import { A_1, A_2, A_3, A_4, BINDING, ISSUER_KEY, SECTION_5 } from './testing/vectors/rfc-9901'
import type { TrustAnchor } from './types'

/** The examples name their issuer by a key, not by a certificate. */
function claimsOf(text: string): JsonObject {
  const parts = splitSdJwt(text)
  const jws = readJws(parts.issuerJwt, 'presentation_malformed')
  verifyJws(jws, publicKeyOf(ISSUER_KEY, 'issuer_signature_invalid'), 'issuer_signature_invalid')
  const digest = digestNamed(jws.payload._sd_alg)
  const claims = unfold(jws.payload, readDisclosures(parts.disclosures, digest))
  const { nonce, audience, at } = BINDING
  if (parts.keyBindingJwt) judgeKeyBinding(parts, claims, { nonce, audience, digest, now: at })
  return JSON.parse(JSON.stringify(claims))
}

it.each([
  ['§5.2', SECTION_5, { family_name: 'Doe', given_name: 'John', nationalities: ['US'], address: { locality: 'Anytown' } }],
  ['Appendix A.1', A_1, { address: { region: '港区', country: 'JP' } }],
  ['Appendix A.2', A_2, { verified_claims: { verification: { evidence: [{ method: 'pipp' }] }, claims: { family_name: 'Müller' } } }],
  ['Appendix A.3', A_3, { given_name: 'Erika', birthdate: '1963-08-12', address: { locality: 'Köln' }, age_equal_or_over: { 18: true } }],
  ['Appendix A.4', A_4, { credentialSubject: { order: '3/3', vaccine: { atcCode: 'J07BX03' } } }],
])('RFC 9901 %s is verified and unfolded', (_, text, claims) => {
  const found = claimsOf(text)
  expect(found).toMatchObject(claims)
  expect(JSON.stringify(found)).not.toMatch(/"_sd"|"\.\.\."|_sd_alg/)
})

it.each([SECTION_5, A_4])('RFC 9901: the key binding holds for no other nonce, verifier or time', (text) => {
  const parts = splitSdJwt(text)
  const claims = claimsOf(text)
  const { nonce, audience, at } = BINDING
  const binding = { nonce, audience, digest: digestNamed('sha-256'), now: at }
  expect(() => judgeKeyBinding(parts, claims, { ...binding, nonce: '1' })).toThrow('nonce_mismatch')
  expect(() => judgeKeyBinding(parts, claims, { ...binding, audience: 'x' })).toThrow('audience_mismatch')
  expect(() => judgeKeyBinding(parts, claims, { ...binding, now: new Date() })).toThrow('presentation_time_out_of_window')
  const without = splitSdJwt(text.replace(/~[^~]+~(?=eyJhbGci)/, '~'))
  expect(() => judgeKeyBinding(without, claims, binding)).toThrow('sd_hash_mismatch')
})

const ASKED = {
  clientId: 'x509_san_dns:example.com',
  nonce: 'exc7gBkxjx1rdc9udRrveKvSsJIq80avlXeLHhGwqtA',
  responseUri: 'https://example.com/response',
  origin: null,
  decryptionKey: {
    kty: 'EC',
    crv: 'P-256',
    x: 'DxiH5Q4Yx3UrukE2lWCErq8N8bqC9CHLLrAwLz5BmE0',
    y: 'XtLM4-3h5o3HUH0MHVJV0kyq0iBlrBwlh8qEDMZ4-Pc',
  },
}

it('OpenID4VP 1.0 Annex B.2.6.1: the session transcript of a redirect', async () => {
  expect(encodeCbor(await sessionTranscript(ASKED)).toString('hex')).toBe(
    '83f6f682714f70656e494434565048616e646f7665725820048bc053c00442af9b8eed494cefdd9d95240d254b046b11b68013722aad38ac',
  )
})

it('OpenID4VP 1.0 Annex B.2.6.2: the session transcript of the Digital Credentials API', async () => {
  expect(encodeCbor(await sessionTranscript({ ...ASKED, origin: 'https://example.com' })).toString('hex')).toBe(
    '83f6f682764f70656e4944345650444341504948616e646f7665725820fbece366f4212f9762c74cfdbf83b8c69e371d5d68cea09cb4c48ca6daab761a',
  )
})

const iso = () => readDocument(Buffer.from(ISO_DEVICE_RESPONSE, 'base64').toString('base64url'))

it('ISO/IEC 18013-5 Annex D.5.2: the issuer signed, and every element has its digest', () => {
  const document = iso()
  const leaf = readCertificate(document.chain[0] as Uint8Array)
  expect(leaf).toMatchObject({ name: 'utopia ds', extendedKeyUsage: ['1.0.18013.5.1.2'], isCa: false })
  verifySign1(
    document.issuerAuth,
    createPublicKey(leaf.key.export({ type: 'spki', format: 'pem' })),
    document.issuerAuth.payload as Uint8Array,
    'issuer_signature_invalid',
  )
  const mso = readMso(msoContent(document.issuerAuth.payload))
  const elements = judgeItems(document.nameSpaces, mso).get('org.iso.18013.5.1')
  expect(Object.fromEntries(elements ?? [])).toMatchObject({ family_name: 'Doe', expiry_date: '2024-10-20', document_number: '123456789' })
})

it('ISO/IEC 18013-5 Annex D.4.1.2: its MAC is no holder binding, at its time and with its signer pinned', () => {
  const document = iso()
  expect(() => judgeDevice(document, readMso(msoContent(document.issuerAuth.payload)), 'org.iso.18013.5.1.mDL', null)).toThrow(
    'holder_binding_missing',
  )
  const type = CREDENTIAL_TYPES.find(({ id }) => id === 'mdl')
  const anchor: TrustAnchor = { certificate: document.chain[0] as Uint8Array, types: ['org.iso.18013.5.1.mDL'], until: null, isPinned: true }
  const rules = { anchors: [anchor], clientId: '', nonce: '', transcript: null, now: new Date('2020-12-01') }
  const text = Buffer.from(ISO_DEVICE_RESPONSE, 'base64').toString('base64url')
  expect(() => judgeMdoc(text, type as never, rules)).toThrow('holder_binding_missing')
  expect(() => judgeMdoc(text, type as never, { ...rules, now: new Date('2022-01-01') })).toThrow('credential_expired')
})
