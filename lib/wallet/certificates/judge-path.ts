import { curveOf } from '../encoding/algorithms'
import { demand, orRefuse } from '../refusals'
import type { TrustAnchor } from '../types'
import { type Certificate, DIGITAL_SIGNATURE, KEY_CERT_SIGN, readCertificate } from './read-certificate'

/** Subject and authority key ids, key usage, alternative names, basic constraints, CRL distribution points, extended key usage. */
const KNOWN = ['2.5.29.14', '2.5.29.15', '2.5.29.17', '2.5.29.18', '2.5.29.19', '2.5.29.31', '2.5.29.35', '2.5.29.37']

const MAX_CERTIFICATES = 4
const MAX_BYTES = 8192

export type JudgedPath = {
  /** What signs credentials; its curve is one of the three. */
  leaf: Certificate
  anchor: Certificate
  /** Each under the next, the anchor last; a pinned certificate has none above it. */
  path: Certificate[]
  isPinned: boolean
}

type Rules = {
  now: Date
  /** What the leaf has to be for, where its type says. */
  extendedKeyUsage: string | null
}

/**
 * From the certificate that signed, up to one that the operator trusts for this type.
 * @param chain DER, leaf first, without the anchor
 * @throws WalletRefusal `issuer_untrusted`, `issuer_certificate_invalid`
 * @see RFC 5280 §6.1; HAIP 1.0 §6.1.1; ISO/IEC 18013-5 §9.3.3, Annex B.1
 */
export function judgePath(chain: readonly Uint8Array[], anchors: readonly TrustAnchor[], rules: Rules): JudgedPath {
  demand(chain.length >= 1 && chain.length <= MAX_CERTIFICATES, 'issuer_certificate_invalid', 'length of the chain')
  demand(
    chain.every(({ length }) => length <= MAX_BYTES),
    'issuer_certificate_invalid',
    'size of a certificate',
  )
  const path = chain.map((der) => orRefuse('issuer_certificate_invalid', 'a certificate', () => readCertificate(der)))
  const leaf = path[0] as Certificate
  const trusted = anchors.filter(({ until }) => until === null || until > rules.now)
  const pinned = trusted.find(({ certificate, isPinned }) => isPinned && Buffer.from(certificate).equals(leaf.der))
  if (pinned) return { leaf, anchor: leaf, path: [leaf], isPinned: true }

  const whole = upToAnAnchor(path, trusted)
  judgeLeaf(leaf, rules)
  for (const [depth, certificate] of whole.entries()) judgeAny(certificate, rules.now, depth, whole[depth - 1])
  return { leaf, anchor: whole[whole.length - 1] as Certificate, path: whole, isPinned: false }
}

/** Some chains hold the anchor itself, though they need not. */
function upToAnAnchor(path: Certificate[], trusted: readonly TrustAnchor[]): Certificate[] {
  const last = path[path.length - 1] as Certificate
  const roots = trusted.filter(({ isPinned }) => !isPinned).map(({ certificate }) => readCertificate(certificate))
  if (path.length > 1 && roots.some(({ fingerprint }) => fingerprint === last.fingerprint)) return path
  const anchor = roots.find((each) => last.isIssuedBy(each))
  demand(anchor !== undefined, 'issuer_untrusted', 'no anchor')
  return [...path, anchor]
}

function judgeLeaf({ isCa, keyUsage, extendedKeyUsage }: Certificate, rules: Rules) {
  demand(!isCa, 'issuer_certificate_invalid', 'a CA signs no credentials')
  demand(keyUsage === null || keyUsage & DIGITAL_SIGNATURE, 'issuer_certificate_invalid', 'key usage')
  const needed = rules.extendedKeyUsage
  demand(needed === null || extendedKeyUsage?.includes(needed), 'issuer_certificate_invalid', 'extended key usage')
}

function judgeAny(certificate: Certificate, now: Date, depth: number, below: Certificate | undefined) {
  demand(certificate.notBefore <= now && now <= certificate.notAfter, 'issuer_certificate_invalid', 'outside its validity')
  demand(
    certificate.critical.every((id) => KNOWN.includes(id)),
    'issuer_certificate_invalid',
    'an unknown critical extension',
  )
  demand(certificate.key.asymmetricKeyType !== 'ec' || curveOf(certificate.key) !== undefined, 'issuer_certificate_invalid', 'curve')
  if (below === undefined) return
  demand(certificate.isCa && (certificate.keyUsage ?? 0) & KEY_CERT_SIGN, 'issuer_certificate_invalid', 'issued by no CA')
  // Certificates between it and the leaf.
  demand(certificate.pathLength === undefined || certificate.pathLength >= depth - 1, 'issuer_certificate_invalid', 'path length')
  demand(below.isIssuedBy(certificate), 'issuer_certificate_invalid', 'a broken chain')
}
