import { CREDENTIAL_TYPE_NAMES } from '../catalogue'
import { readCertificate } from '../certificates/read-certificate'
import { type Imported, importAnchors } from './add-anchors'
import type { Offered } from './judge-anchor'
import { readEtsiList } from './read-etsi-list'
import { readVical } from './read-vical'

export type ListChoice = {
  /** The certificate, DER, that signed the list. */
  signer: Uint8Array
  /** Of an ETSI list: the kind of services that are taken, and what they issue. */
  service: string | null
  types: readonly string[]
  isPinned: boolean
}

/**
 * Takes over a signed list of issuers: an ETSI trusted list in XML, or a VICAL.
 * @throws WalletRefusal what is wrong with it
 */
export async function importList(bytes: Uint8Array, { signer, service, types, isPinned }: ListChoice): Promise<Imported> {
  const certificate = readCertificate(signer)
  const now = new Date()
  const list = isXml(bytes) ? readEtsiList(bytes, certificate, now) : readVical(bytes, certificate, now)
  const offered: Offered[] = list.entries
    .filter((entry) => entry.service === null || entry.service === service)
    .map((entry) => ({
      certificate: entry.certificate,
      types: entry.types?.filter((type) => isAsked(type, types)) ?? types,
      until: list.until,
      isPinned,
      source: list.source,
    }))
  return importAnchors(
    list.source,
    offered.filter((each) => each.types.length > 0),
  )
}

/** Of a list's own types those that are asked for; all that are catalogued where none is named. */
const isAsked = (type: string, types: readonly string[]) =>
  (types.length === 0 || types.includes(type)) && (CREDENTIAL_TYPE_NAMES as readonly string[]).includes(type)

/** Whitespace and a byte order mark may come first. */
export const isXml = (bytes: Uint8Array) => /^\uFEFF?\s*</.test(Buffer.from(bytes.subarray(0, 100)).toString('utf8'))
