import { createHash, type KeyObject, X509Certificate as NodeCertificate } from 'node:crypto'
import * as x509 from './x509'

/** What a path is judged by. @see RFC 5280 §4.1, §4.2 */
export type Certificate = {
  der: Uint8Array
  /** SHA-256 of the DER, in hexadecimal. */
  fingerprint: string
  /** Lower-case hexadecimal. */
  serialNumber: string
  notBefore: Date
  notAfter: Date
  key: KeyObject
  /** The subject: its common name, else organisation, else the whole. */
  name: string
  /** DER of the subject and the issuer, which are compared byte by byte. */
  subject: Buffer
  issuer: Buffer
  /** Hexadecimal: of its own key, and of the one above it; null where the extension is absent. */
  keyId: string | null
  authorityKeyId: string | null
  isCa: boolean
  pathLength: number | undefined
  /** Null where the extension is absent. */
  keyUsage: number | null
  extendedKeyUsage: readonly string[] | null
  critical: readonly string[]
  /** Where revocation lists are said to be. */
  revocationLists: readonly string[]
  isIssuedBy(issuer: Certificate): boolean
  hostNames: readonly string[]
}

const natives = new WeakMap<Certificate, NodeCertificate>()

/** Issuers are few and their certificates the same each time, and reading one costs as much as all the rest of a check. */
const MOST_KNOWN = 200
const known = new Map<string, Certificate>()

/** @throws Error when it is none */
export function readCertificate(der: Uint8Array): Certificate {
  const fingerprint = createHash('sha256').update(der).digest('hex')
  const kept = known.get(fingerprint)
  if (kept) return kept
  const certificate = parse(der, fingerprint)
  const [oldest] = known.keys()
  if (known.size >= MOST_KNOWN && oldest !== undefined) known.delete(oldest)
  known.set(fingerprint, certificate)
  return certificate
}

function parse(der: Uint8Array, fingerprint: string): Certificate {
  const parsed = new x509.X509Certificate(new Uint8Array(der))
  // Node's own checks signatures twenty times as fast, and tells nothing of extensions.
  const native = new NodeCertificate(der)
  const basic = parsed.getExtension(x509.BasicConstraintsExtension)
  const certificate: Certificate = {
    der,
    fingerprint,
    serialNumber: native.serialNumber.toLowerCase(),
    notBefore: parsed.notBefore,
    notAfter: parsed.notAfter,
    key: native.publicKey,
    name: nameOf(parsed.subjectName),
    subject: Buffer.from(parsed.subjectName.toArrayBuffer()),
    issuer: Buffer.from(parsed.issuerName.toArrayBuffer()),
    keyId: parsed.getExtension(x509.SubjectKeyIdentifierExtension)?.keyId ?? null,
    authorityKeyId: parsed.getExtension(x509.AuthorityKeyIdentifierExtension)?.keyId ?? null,
    isCa: basic?.ca === true,
    pathLength: basic?.pathLength,
    keyUsage: parsed.getExtension(x509.KeyUsagesExtension)?.usages ?? null,
    extendedKeyUsage: parsed.getExtension(x509.ExtendedKeyUsageExtension)?.usages.map(String) ?? null,
    critical: parsed.extensions.filter(({ critical }) => critical).map(({ type }) => type),
    revocationLists: listsOf(parsed),
    isIssuedBy: (issuer) => issuer.subject.equals(certificate.issuer) && isSignedBy(native, issuer),
    hostNames:
      parsed.getExtension(x509.SubjectAlternativeNameExtension)?.names.items.flatMap(({ type, value }) => (type === 'dns' ? [value] : [])) ?? [],
  }
  natives.set(certificate, native)
  return certificate
}

/** By key, and by what the certificates say of their keys' ids and uses. */
function isSignedBy(native: NodeCertificate, issuer: Certificate): boolean {
  const above = natives.get(issuer)
  return above !== undefined && native.checkIssued(above) && native.verify(issuer.key)
}

const nameOf = (name: x509.Name) => name.getField('CN')[0] ?? name.getField('O')[0] ?? name.toString()

/** @see RFC 5280 §4.2.1.13 */
function listsOf(certificate: x509.X509Certificate): string[] {
  const points = certificate.getExtension(x509.CRLDistributionPointsExtension)?.distributionPoints ?? []
  return points.flatMap(({ distributionPoint }) =>
    (distributionPoint?.fullName ?? []).flatMap(({ uniformResourceIdentifier }) => uniformResourceIdentifier ?? []),
  )
}

/** Bits of the key usage. @see RFC 5280 §4.2.1.3 */
export const { digitalSignature: DIGITAL_SIGNATURE, keyCertSign: KEY_CERT_SIGN, cRLSign: CRL_SIGN } = x509.KeyUsageFlags
