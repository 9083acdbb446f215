import { DOMParser } from '@xmldom/xmldom'
import type { Certificate } from '../certificates/read-certificate'
import { demand, orRefuse } from '../refusals'
import { signedXml } from './signed-xml'
import type { TrustList } from './trust-list'

const TSL = 'http://uri.etsi.org/02231/v2#'
const GRANTED = 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted'

const MAX_BYTES = 32 * 1024 * 1024

/**
 * An ETSI trusted list in XML: the certificates of the services that are granted now. What is read is what was signed,
 * as the signature covers it, and nothing beside it.
 * @param signer whose signature it has to carry
 * @throws WalletRefusal when it is none, is not the signer's, or is over
 * @see ETSI TS 119 612 §5.3, §5.5, §5.7.1, Annex B
 */
export function readEtsiList(bytes: Uint8Array, signer: Certificate, now: Date): TrustList {
  demand(bytes.length <= MAX_BYTES, 'presentation_malformed', 'size')
  const list = root(signedXml(Buffer.from(bytes).toString('utf8'), signer))
  demand(list.namespaceURI === TSL && list.localName === 'TrustServiceStatusList', 'presentation_malformed', 'TrustServiceStatusList')
  const information = one(list, 'SchemeInformation')
  const until = new Date(text(one(one(information, 'NextUpdate'), 'dateTime')))
  demand(until > now, 'credential_expired', 'NextUpdate')
  const operator = text(one(one(information, 'SchemeOperatorName'), 'Name'))
  const territory = text(one(information, 'SchemeTerritory'))
  const services = all(list, 'ServiceInformation').filter((service) => text(one(service, 'ServiceStatus')) === GRANTED)
  return {
    source: `Trusted list of ${operator} (${territory})`,
    until,
    entries: services.flatMap((service) =>
      all(one(service, 'ServiceDigitalIdentity'), 'X509Certificate').map((certificate) => ({
        certificate: new Uint8Array(Buffer.from(text(certificate), 'base64')),
        types: null,
        service: text(one(service, 'ServiceTypeIdentifier')),
      })),
    ),
  }
}

function root(xml: string): Element {
  const document = orRefuse('presentation_malformed', 'XML', () => new DOMParser().parseFromString(xml, 'text/xml'))
  demand(document.documentElement !== null, 'presentation_malformed', 'XML')
  return document.documentElement
}

const all = (parent: Element, name: string): Element[] => Array.from(parent.getElementsByTagNameNS(TSL, name))

/** The first of a name below it. */
function one(parent: Element, name: string): Element {
  const [first] = all(parent, name)
  demand(first !== undefined, 'presentation_malformed', name)
  return first
}

const text = (element: Element): string => (element.textContent ?? '').trim()
