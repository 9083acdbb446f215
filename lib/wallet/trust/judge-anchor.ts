import { CREDENTIAL_TYPES } from '../catalogue'
import { type Certificate, KEY_CERT_SIGN, readCertificate } from '../certificates/read-certificate'
import { curveOf } from '../encoding/algorithms'
import type { AnchorRow } from './store'

/** A certificate as the operator or a list offers it. */
export type Offered = { certificate: Uint8Array; types: readonly string[]; until: Date | null; isPinned: boolean; source: string }

/** Why a certificate is not listed. */
export class NotAnAnchorError extends Error {}

/**
 * What may be listed: a CA for the path below it, or, pinned, a certificate that signs credentials itself.
 * @param withSpecimens on the embedded default
 * @throws NotAnAnchorError whose message says what to do
 */
export function judgeAnchor(offered: Offered, withSpecimens: boolean, now: Date): AnchorRow {
  const certificate = read(offered.certificate)
  judgeTypes(offered.types, withSpecimens)
  if (offered.isPinned) judgePinned(certificate, offered.until)
  else judgeAuthority(certificate, now)
  if (offered.until !== null && offered.until <= now) throw new NotAnAnchorError(`${certificate.name}: the day until which it is trusted is over`)
  return {
    fingerprint: certificate.fingerprint,
    certificate: Buffer.from(offered.certificate),
    name: certificate.name,
    types: [...offered.types],
    is_pinned: offered.isPinned,
    trusted_till: offered.until,
    source: offered.source,
  }
}

function read(der: Uint8Array): Certificate {
  try {
    return readCertificate(der)
  } catch (cause) {
    throw new NotAnAnchorError('it holds no certificate', { cause })
  }
}

function judgeTypes(types: readonly string[], withSpecimens: boolean) {
  const known = CREDENTIAL_TYPES.filter(({ isSpecimen }) => withSpecimens || !isSpecimen).map(({ type }) => type)
  const unknown = types.filter((type) => !(known as string[]).includes(type))
  if (types.length === 0 || unknown.length > 0) throw new NotAnAnchorError(`the types are of: ${known.join(', ')}`)
}

function judgePinned({ name, key }: Certificate, until: Date | null) {
  if (until === null) throw new NotAnAnchorError(`${name}: a pinned certificate takes the day until which it is trusted`)
  if (!curveOf(key)) throw new NotAnAnchorError(`${name}: a pinned certificate has a key on P-256, P-384 or P-521`)
}

function judgeAuthority({ name, isCa, keyUsage, notAfter }: Certificate, now: Date) {
  if (!isCa || !((keyUsage ?? 0) & KEY_CERT_SIGN)) throw new NotAnAnchorError(`${name}: is no CA; what signs credentials itself can be pinned`)
  if (notAfter <= now) throw new NotAnAnchorError(`${name}: has expired; it can only be pinned`)
}
