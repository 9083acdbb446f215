import { createHash, createPrivateKey, createPublicKey, randomBytes, sign, verify } from 'node:crypto'
import { Document, MDoc, DeviceResponse as MdlResponse, Verifier } from '@auth0/mdl'
import { CoseKey, DeviceResponse, SessionTranscript } from '@owf/mdoc'
import { SDJwtInstance, type SdJwtPayload } from '@sd-jwt/core'
import { DcqlQuery } from 'dcql'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { CREDENTIAL_TYPE_NAMES, type CredentialId, WALLET_FIELDS } from './catalogue'
import { readCertificate } from './certificates/read-certificate'
import { encodeCbor, wrapped } from './encoding/encode-cbor'
import { sessionTranscript } from './mdoc/session-transcript'
import { buildQuery } from './request/build-query'
import { openResponse } from './response/open-response'
import { derOf } from './specimen/authority'
import { issueCredential } from './specimen/issue-credential'
import { present } from './specimen/present'
import { aRequest, aWorld, ERIKA, judge, LISTS, type World } from './testing/a-wallet'
import type { PresentationRequest } from './types'

/** Other people's implementations: what we make they accept, what they make we accept. */

let world: World
beforeAll(async () => {
  world = await aWorld()
})

const pemOf = (der: string) => `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`
const signerOf = (key: JWK) => (data: string) =>
  sign('sha256', Buffer.from(data), { key: createPrivateKey({ format: 'jwk', key: { ...key } }), dsaEncoding: 'ieee-p1363' }).toString('base64url')
const verifierOf = (key: JWK) => (data: string, signature: string) =>
  verify(
    'sha256',
    Buffer.from(data),
    { key: createPublicKey({ format: 'jwk', key: { ...key } }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
const hasher = (data: string | ArrayBuffer, alg: string) =>
  new Uint8Array(
    createHash(alg.replace('-', ''))
      .update(typeof data === 'string' ? data : Buffer.from(data))
      .digest(),
  )
const openKey = ({ d: _, ...key }: JWK): JWK => key

async function ours(id: CredentialId): Promise<{ request: PresentationRequest; presentation: string }> {
  const { request, requestObject } = await aRequest(world)
  const credential = await issueCredential(world.issuer, id, ERIKA, { status: { idx: 3, uri: LISTS.jwt } })
  const opened = await openResponse(request, await present(requestObject, credential))
  if (opened.outcome === 'refused') throw new Error(opened.detail)
  return { request, presentation: opened.presentation }
}

async function theirs(id: CredentialId, make: (request: PresentationRequest, device: JWK) => Promise<string>) {
  const { request } = await aRequest(world, { mode: 'direct_post' })
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const presentation = await make(request, await exportJWK(privateKey))
  return judge(world, request, { state: request.state, vp_token: JSON.stringify({ [id]: [presentation] }) })
}

describe('@sd-jwt/core', () => {
  const instance = (device: JWK) =>
    new SDJwtInstance<SdJwtPayload>({
      hasher,
      hashAlg: 'sha-256',
      saltGenerator: () => randomBytes(16).toString('base64url'),
      signAlg: 'ES256',
      signer: signerOf(world.issuer.key),
      verifier: verifierOf(openKey(world.issuer.key)),
      kbSignAlg: 'ES256',
      kbSigner: signerOf(device),
      kbVerifier: (data, signature, payload) => verifierOf((payload as unknown as { cnf: { jwk: JWK } }).cnf.jwk)(data, signature),
    })

  it('accepts what the specimen wallet presents', async () => {
    const { request, presentation } = await ours('specimen_sd_jwt')
    const verified = await instance({}).verify(presentation, { keyBindingNonce: request.nonce })
    expect(verified.payload).toMatchObject({ given_name: 'Erika', nationalities: ['UT'], age_equal_or_over: { 18: true } })
  })

  it('presents what we accept', async () => {
    const verdict = await theirs('specimen_sd_jwt', async (request, device) => {
      const seconds = Math.floor(Date.now() / 1000)
      const claims = {
        given_name: 'Erika',
        family_name: 'Mustermann',
        birthdate: '1990-05-23',
        nationalities: ['UT'],
        document_number: 'L01X00T47',
        date_of_expiry: '2099-01-01',
        age_equal_or_over: { 18: true },
      }
      const payload = {
        iss: 'https://issuer.example',
        vct: 'urn:signet:specimen:1',
        iat: seconds,
        exp: seconds + 1000,
        cnf: { jwk: openKey(device) },
        ...claims,
      }
      const frame = { _sd: Object.keys(claims), nationalities: { _sd: [0] }, age_equal_or_over: { _sd: ['18'] } }
      const jwt = await instance(device).issue(payload as never, frame as never, { header: { typ: 'dc+sd-jwt', x5c: world.issuer.chain } })
      return instance(device).present(
        jwt,
        { ...Object.fromEntries(Object.keys(claims).map((name) => [name, true])), nationalities: { 0: true }, age_equal_or_over: { 18: true } },
        {
          kb: { payload: { iat: seconds, aud: request.clientId, nonce: request.nonce } },
        },
      )
    })
    expect(verdict).toMatchObject({ outcome: 'verified', claims: ERIKA })
  })
})

describe('@auth0/mdl', () => {
  it('accepts what the specimen wallet presents', async () => {
    const { request, presentation } = await ours('specimen_mdoc')
    const encodedSessionTranscript = encodeCbor(wrapped(await sessionTranscript(request)))
    const verified = await new Verifier([pemOf(world.issuer.root)]).verify(Buffer.from(presentation, 'base64url'), { encodedSessionTranscript })
    expect(verified.documents[0]?.getIssuerNameSpace('signet.specimen.1')).toMatchObject({ given_name: 'Erika', age_over_18: true })
  })

  it('presents what we accept', async () => {
    const verdict = await theirs('mdl', async (request, device) => {
      const elements = {
        given_name: 'Erika',
        family_name: 'Mustermann',
        birth_date: '1990-05-23',
        nationality: 'UT',
        document_number: 'L01X00T47',
        expiry_date: '2099-01-01',
        age_over_18: true,
      }
      const document = await new Document('org.iso.18013.5.1.mDL')
        .addIssuerNameSpace('org.iso.18013.5.1', elements)
        .addValidityInfo({ signed: new Date(), validFrom: new Date(), validUntil: new Date(Date.now() + 1_000_000) })
        .addDeviceKeyInfo({ deviceKey: openKey(device) })
        .sign({ issuerPrivateKey: world.issuer.key, issuerCertificate: pemOf(world.issuer.chain[0] as string), alg: 'ES256' })
      const fields = Object.keys(elements).map((name) => ({ path: [`$['org.iso.18013.5.1']['${name}']`], intent_to_retain: true }))
      const descriptor = {
        id: 'org.iso.18013.5.1.mDL',
        format: { mso_mdoc: { alg: ['ES256'] } },
        constraints: { limit_disclosure: 'required', fields },
      }
      const response = await MdlResponse.from(new MDoc([document]))
        .usingPresentationDefinition({ id: 'mdl', input_descriptors: [descriptor] })
        .usingSessionTranscriptBytes(encodeCbor(wrapped(await sessionTranscript(request))))
        .authenticateWithSignature(device, 'ES256')
        .sign()
      return response.encode().toString('base64url')
    })

    expect(verdict).toMatchObject({ outcome: 'verified', type: 'org.iso.18013.5.1.mDL', claims: ERIKA })
  })
})

describe('@owf/mdoc', () => {
  const crypto = {
    random: (length: number) => new Uint8Array(randomBytes(length)),
    digest: ({ digestAlgorithm, bytes }: { digestAlgorithm: string; bytes: Uint8Array }) =>
      new Uint8Array(createHash(digestAlgorithm.replace('-', '').toLowerCase()).update(bytes).digest()),
  }
  const context = {
    crypto,
    cose: {
      sign1: {
        verify: ({ key, sign1 }: { key: CoseKey; sign1: { toBeSigned: Uint8Array; signature: Uint8Array } }) =>
          verify(
            'sha256',
            sign1.toBeSigned,
            { key: createPublicKey({ format: 'jwk', key: { ...(key.jwk as JWK) } }), dsaEncoding: 'ieee-p1363' },
            sign1.signature,
          ),
      },
    },
    x509: {
      getIssuerNameField: ({ field }: { field: string }) => (field === 'C' ? ['UT'] : []),
      getPublicKey: ({ certificate }: { certificate: Uint8Array }) =>
        CoseKey.fromJwk(readCertificate(certificate).key.export({ format: 'jwk' }) as never),
      verifyCertificateChain: ({ x5chain, trustedCertificates }: { x5chain: Uint8Array[]; trustedCertificates: Uint8Array[] }) => {
        const [leaf, root] = [readCertificate(x5chain[0] as Uint8Array), readCertificate(trustedCertificates[0] as Uint8Array)]
        if (!leaf.isIssuedBy(root)) throw new Error('not under the root')
      },
      getCertificateData: ({ certificate }: { certificate: Uint8Array }) => {
        const { notBefore, notAfter, serialNumber, fingerprint } = readCertificate(certificate)
        return { issuerName: '', subjectName: '', serialNumber, thumbprint: fingerprint, notBefore, notAfter, pem: '' }
      },
    },
  }

  it('makes the same session transcripts', async () => {
    const { request } = await aRequest(world, { mode: 'direct_post' })
    const asked = { clientId: request.clientId, nonce: request.nonce, responseUri: request.responseUri ?? '' }
    const transcript = await SessionTranscript.forOid4Vp(asked, { crypto: crypto as never })
    expect(Buffer.from(transcript.encode()).toString('hex')).toBe(encodeCbor(await sessionTranscript(request)).toString('hex'))
  })

  it('accepts what the specimen wallet presents', async () => {
    const { request, presentation } = await ours('specimen_mdoc')
    const response = DeviceResponse.fromEncodedForOid4Vp(presentation)
    const sessionBytes = new Uint8Array(encodeCbor(wrapped(await sessionTranscript(request))))
    const trustedCertificates = [derOf(world.issuer.root)]
    await response.verify({ sessionTranscript: sessionBytes, trustedCertificates, skewSeconds: 60 }, context as never)
    expect(response.documents?.[0]?.docType).toBe('signet.specimen.1')
  })
})

describe('dcql', () => {
  it('takes every query that we ask as valid', () => {
    const asked = [WALLET_FIELDS.filter((field) => field !== 'age_over_18'), ...WALLET_FIELDS.map((field) => [field])]
    for (const fields of asked) {
      const query = buildQuery(fields, CREDENTIAL_TYPE_NAMES)
      expect(() => DcqlQuery.validate(DcqlQuery.parse(query as never)), fields.join()).not.toThrow()
    }
  })
})
