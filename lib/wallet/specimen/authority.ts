import { randomBytes } from 'node:crypto'
import { exportJWK, type JWK } from 'jose'
import * as x509 from '../certificates/x509'

const { subtle } = globalThis.crypto
const ALG = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000

/** A root and a certificate below it that signs: an issuer of credentials, or a verifier. Plain JSON. */
export type Authority = {
  name: string
  /** DER in base64; leaf first, without the root. */
  root: string
  chain: string[]
  key: JWK
  rootKey: JWK
}

/** How the leaf is bent, for tests of what judges it. */
export type Bend = {
  hostName?: string
  /** Days from now. */
  validDays?: readonly [number, number]
  keyUsage?: number
  isCa?: boolean
  extendedKeyUsage?: readonly string[]
  extensions?: x509.Extension[]
  revocationList?: string
  /** Of the root. */
  pathLength?: number
  /** Key ids in root and leaf. */
  hasKeyIds?: boolean
  /** A CA of its own between root and leaf. */
  hasIntermediate?: boolean
}

/** Signs mobile driving licences. @see ISO/IEC 18013-5 Annex B.1.4 */
const DOCUMENT_SIGNER = '1.0.18013.5.1.2'

const newKeys = (_: string): Promise<CryptoKeyPair> => subtle.generateKey(ALG, true, ['sign', 'verify'])

/** P-256 keys and their certificates, new each time. @param keysFor the authority's parts by their names */
export async function createAuthority(name: string, bend: Bend = {}, keysFor = newKeys): Promise<Authority> {
  const [rootKeys, middleKeys, keys] = await Promise.all([keysFor(`${name} root`), keysFor(`${name} middle`), keysFor(`${name} leaf`)])
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    name: `CN=${name} root,C=UT`,
    ...validity(-3650, 3650),
    keys: rootKeys,
    signingAlgorithm: ALG,
    extensions: [
      ...caExtensions(bend.pathLength ?? (bend.hasIntermediate ? 1 : 0)),
      ...(bend.hasKeyIds ? [await x509.SubjectKeyIdentifierExtension.create(rootKeys.publicKey)] : []),
    ],
  })
  const middle = bend.hasIntermediate ? await intermediate(name, root, rootKeys, middleKeys) : null
  const [issuer, issuerKeys] = middle ? [middle, middleKeys] : [root, rootKeys]
  const leaf = await x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: `CN=${name},C=UT`,
    issuer: issuer.subject,
    ...validity(...(bend.validDays ?? [-60, 1825])),
    publicKey: keys.publicKey,
    signingKey: issuerKeys.privateKey,
    signingAlgorithm: ALG,
    extensions: [...leafExtensions(bend), ...(bend.hasKeyIds ? [await x509.AuthorityKeyIdentifierExtension.create(issuerKeys.publicKey)] : [])],
  })
  const chain = [leaf, ...(middle ? [middle] : [])]
  return {
    name,
    root: base64(root),
    chain: chain.map(base64),
    key: await exportJWK(keys.privateKey),
    rootKey: await exportJWK(rootKeys.privateKey),
  }
}

export const derOf = (base64Text: string): Uint8Array => new Uint8Array(Buffer.from(base64Text, 'base64'))

const serialNumber = () => `01${randomBytes(8).toString('hex')}`
const base64 = (certificate: x509.X509Certificate) => Buffer.from(certificate.rawData).toString('base64')
const validity = (from: number, until: number) => ({
  notBefore: new Date(Date.now() + from * DAY_MS),
  notAfter: new Date(Date.now() + until * DAY_MS),
})

const caExtensions = (pathLength: number) => [
  new x509.BasicConstraintsExtension(true, pathLength, true),
  new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
]

const intermediate = (name: string, root: x509.X509Certificate, rootKeys: CryptoKeyPair, keys: CryptoKeyPair) =>
  x509.X509CertificateGenerator.create({
    serialNumber: serialNumber(),
    subject: `CN=${name} intermediate,C=UT`,
    issuer: root.subject,
    ...validity(-3650, 3650),
    publicKey: keys.publicKey,
    signingKey: rootKeys.privateKey,
    signingAlgorithm: ALG,
    extensions: caExtensions(0),
  })

function leafExtensions({ isCa = false, keyUsage = x509.KeyUsageFlags.digitalSignature, ...bend }: Bend): x509.Extension[] {
  const { hostName, extendedKeyUsage = [DOCUMENT_SIGNER], revocationList, extensions = [] } = bend
  return [
    new x509.BasicConstraintsExtension(isCa, undefined, true),
    new x509.KeyUsagesExtension(keyUsage, true),
    ...(extendedKeyUsage.length > 0 ? [new x509.ExtendedKeyUsageExtension([...extendedKeyUsage])] : []),
    ...(hostName ? [new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: hostName }])] : []),
    ...(revocationList ? [new x509.CRLDistributionPointsExtension([revocationList])] : []),
    ...extensions,
  ]
}
