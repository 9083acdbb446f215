import { createHash, verify } from 'node:crypto'
import { DOMParser } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'
import type { Certificate } from '../certificates/read-certificate'
import { demand, orRefuse } from '../refusals'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'
const SHA512 = 'http://www.w3.org/2001/04/xmlenc#sha512'

/** Signature methods that are taken, and the digest of each; an RSA key below 2048 bits is none. @see ETSI TS 119 312 §6.1 */
const METHODS: Readonly<Record<string, { hash: string; keyType: string }>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': { hash: 'sha256', keyType: 'rsa' },
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': { hash: 'sha512', keyType: 'rsa' },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256': { hash: 'sha256', keyType: 'ec' },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384': { hash: 'sha384', keyType: 'ec' },
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512': { hash: 'sha512', keyType: 'ec' },
}

/**
 * What an enveloped XAdES signature covers: the whole document, without the signature. Verified are the signature by
 * this very certificate, the digests of the document and of the signed properties, and that these name the certificate.
 * Time stamps, policies, counter-signatures and what KeyInfo says are not looked at: the operator vouches for the signer.
 * @returns the canonical form of what was signed
 * @throws WalletRefusal `issuer_signature_invalid`, `algorithm_not_allowed`, `presentation_malformed`
 * @see W3C XML Signature §3.2, §4.4; ETSI EN 319 132-1 §5.2.2; ETSI TS 119 612 §5.7.1, Annex B
 */
export function signedXml(xml: string, signer: Certificate): string {
  // A document type could bring entities, and ids that are none.
  demand(!/<!DOCTYPE/i.test(xml), 'presentation_malformed', 'a document type')
  const document = orRefuse('presentation_malformed', 'XML', () => new DOMParser().parseFromString(xml, 'text/xml'))
  const children = Array.from(document.documentElement?.childNodes ?? []) as Element[]
  const signatures = children.filter((node) => node.namespaceURI === DSIG && node.localName === 'Signature')
  demand(signatures.length === 1, 'presentation_malformed', 'one signature')
  const signature = signatures[0] as Element
  const signed = verified(xml, signature, signer)
  const ids = signed.map((part) => orRefuse('presentation_malformed', 'XML', () => new DOMParser().parseFromString(part, 'text/xml')).documentElement)
  const root = ids.findIndex(
    (part) => part?.localName === document.documentElement?.localName && part?.namespaceURI === document.documentElement?.namespaceURI,
  )
  demand(root >= 0, 'issuer_signature_invalid', 'the whole document')
  const properties = ids.find((part) => part?.namespaceURI === XADES && part.localName === 'SignedProperties')
  demand(properties && namesSigner(properties, signer), 'issuer_signature_invalid', 'SigningCertificateV2')
  return signed[root] as string
}

function verified(xml: string, signature: Element, signer: Certificate): string[] {
  const method = signature.getElementsByTagNameNS(DSIG, 'SignatureMethod')[0]?.getAttribute('Algorithm') ?? ''
  const taken = METHODS[method]
  demand(
    taken && taken.keyType === signer.key.asymmetricKeyType && (signer.key.asymmetricKeyDetails?.modulusLength ?? 2048) >= 2048,
    'algorithm_not_allowed',
    'SignatureMethod',
  )
  const digests = Array.from(signature.getElementsByTagNameNS(DSIG, 'DigestMethod')).map((each) => each.getAttribute('Algorithm') ?? '')
  demand(
    digests.every((each) => each === SHA256 || each === SHA512 || each.endsWith('#sha384')),
    'algorithm_not_allowed',
    'DigestMethod',
  )
  const sig = new SignedXml({ publicCert: signer.key.export({ type: 'spki', format: 'pem' }).toString(), getCertFromKeyInfo: () => null })
  sig.SignatureAlgorithms[method] = methodOf(method, taken.hash)
  return orRefuse('issuer_signature_invalid', 'XML signature', () => {
    sig.loadSignature(signature as never)
    demand(sig.checkSignature(xml), 'issuer_signature_invalid', 'XML signature')
    return sig.getSignedReferences()
  })
}

/** ECDSA is r and s side by side here too. @see RFC 6931 §2.3.6 */
const methodOf = (algorithm: string, hash: string) =>
  class {
    getSignature = (): string => {
      throw new Error('nothing is signed here')
    }
    verifySignature = (material: string, key: never, value: string) =>
      verify(hash, Buffer.from(material), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(value, 'base64'))
    getAlgorithmName = () => algorithm
  }

/** @see ETSI EN 319 132-1 §5.2.2 */
function namesSigner(properties: Element, { der }: Certificate): boolean {
  return Array.from(properties.getElementsByTagNameNS(XADES, 'CertDigest')).some((digest) => {
    const method = digest.getElementsByTagNameNS(DSIG, 'DigestMethod')[0]?.getAttribute('Algorithm')
    const hash = method === SHA256 ? 'sha256' : method === SHA512 ? 'sha512' : null
    const value = digest.getElementsByTagNameNS(DSIG, 'DigestValue')[0]?.textContent?.replace(/\s/g, '')
    return hash !== null && createHash(hash).update(der).digest('base64') === value
  })
}
