import { createHash, createPrivateKey, sign } from 'node:crypto'
import { rfc3339 } from '#lib/core/time'
import { type Authority, derOf } from '../specimen/authority'

const DSIG = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256'

export const SERVICE = 'http://uri.etsi.org/TrstSvc/Svctype/PID/Issuance'

type Service = { certificate: string; status?: string; kind?: string }

/** An ETSI trusted list, its parts written in their canonical form. @see ETSI TS 119 612 §5 */
export function anEtsiList(services: readonly Service[], nextUpdate = new Date(Date.now() + 86_400_000)): string {
  const entries = services.map(
    ({ certificate, status = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted', kind = SERVICE }) =>
      `<TSPService><ServiceInformation><ServiceTypeIdentifier>${kind}</ServiceTypeIdentifier><ServiceDigitalIdentity><DigitalId><X509Certificate>${certificate}</X509Certificate></DigitalId></ServiceDigitalIdentity><ServiceStatus>${status}</ServiceStatus></ServiceInformation></TSPService>`,
  )
  return `<TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#" Id="tsl"><SchemeInformation><SchemeOperatorName><Name xml:lang="en">Utopia</Name></SchemeOperatorName><SchemeTerritory>UT</SchemeTerritory><NextUpdate><dateTime>${rfc3339(nextUpdate)}</dateTime></NextUpdate></SchemeInformation><TrustServiceProviderList><TrustServiceProvider><TSPServices>${entries.join('')}</TSPServices></TrustServiceProvider></TrustServiceProviderList></TrustServiceStatusList>`
}

const digest = (text: string | Uint8Array) => createHash('sha256').update(text).digest('base64')

type SignOptions = { method?: string; namesSigner?: boolean }

/** Signs it as XAdES does, with ECDSA: over the document and over its own properties. @see ETSI EN 319 132-1 §5.2 */
export function signList(
  list: string,
  signer: Authority,
  { method = 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', namesSigner = true }: SignOptions = {},
): string {
  const certificate = namesSigner ? derOf(signer.chain[0] as string) : derOf(signer.root)
  const properties = `<xades:SignedProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Id="properties"><xades:SignedSignatureProperties><xades:SigningCertificateV2><xades:Cert><xades:CertDigest><ds:DigestMethod xmlns:ds="${DSIG}" Algorithm="${SHA256}"></ds:DigestMethod><ds:DigestValue xmlns:ds="${DSIG}">${digest(certificate)}</ds:DigestValue></xades:CertDigest></xades:Cert></xades:SigningCertificateV2></xades:SignedSignatureProperties></xades:SignedProperties>`
  const reference = (uri: string, type: string, transforms: string[], value: string) =>
    `<ds:Reference${type} URI="${uri}"><ds:Transforms>${transforms.map((each) => `<ds:Transform Algorithm="${each}"></ds:Transform>`).join('')}</ds:Transforms><ds:DigestMethod Algorithm="${SHA256}"></ds:DigestMethod><ds:DigestValue>${value}</ds:DigestValue></ds:Reference>`
  const info = `<ds:SignedInfo xmlns:ds="${DSIG}"><ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"></ds:CanonicalizationMethod><ds:SignatureMethod Algorithm="${method}"></ds:SignatureMethod>${reference('', '', [`${DSIG}enveloped-signature`, EXCLUSIVE], digest(list))}${reference('#properties', ' Type="http://uri.etsi.org/01903#SignedProperties"', [EXCLUSIVE], digest(properties))}</ds:SignedInfo>`
  const key = createPrivateKey({ format: 'jwk', key: { ...signer.key } })
  const value = sign('sha256', Buffer.from(info), { key, dsaEncoding: 'ieee-p1363' }).toString('base64')
  const signature = `<ds:Signature xmlns:ds="${DSIG}">${info}<ds:SignatureValue>${value}</ds:SignatureValue><ds:Object>${`<xades:QualifyingProperties xmlns:xades="http://uri.etsi.org/01903/v1.3.2#" Target="#signature">${properties}</xades:QualifyingProperties>`}</ds:Object></ds:Signature>`
  return list.replace('</TrustServiceStatusList>', `${signature}</TrustServiceStatusList>`)
}
