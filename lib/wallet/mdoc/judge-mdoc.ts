import type { CredentialType } from '../catalogue'
import { type JudgedPath, judgePath } from '../certificates/judge-path'
import { verifySign1 } from '../encoding/cose'
import type { Proven, Rules } from '../proven'
import { demand } from '../refusals'
import { judgeDevice } from './judge-device'
import { judgeItems } from './judge-items'
import { readDocument } from './read-document'
import { type Mso, msoContent, readMso, statusesOf } from './read-mso'

/** For issuers whose clock is ahead of ours. */
const SKEW_MS = 60_000

/**
 * An mdoc: its issuer, what it disclosed, its time, its holder, in that order.
 * @throws WalletRefusal
 * @see ISO/IEC 18013-5 §9.1.2, §9.1.3, §9.3.1; OpenID4VP 1.0 Annex B.2; HAIP 1.0 §6.2
 */
export function judgeMdoc(text: string, type: CredentialType, { anchors, transcript, now }: Rules): Proven {
  const document = readDocument(text)
  demand(document.docType === type.type, 'credential_type_not_asked', 'docType')
  const payload = document.issuerAuth.payload
  const content = msoContent(payload)
  // The document says its type outside of what is signed.
  demand(content.get('docType') === type.type, 'credential_type_not_asked', 'docType of the MSO')
  const path = judgePath(document.chain, anchors, { now, extendedKeyUsage: type.extendedKeyUsage })
  const mso = readMso(content)
  judgeSigningTime(mso, path)
  verifySign1(document.issuerAuth, path.leaf.key, payload ?? new Uint8Array(), 'issuer_signature_invalid')
  const spaces = judgeItems(document.nameSpaces, mso)
  judgeTimes(mso, now)
  judgeDevice(document, mso, type.type, transcript)
  const elements = spaces.get(type.namespace ?? '')
  return {
    path,
    claims: { read: ([name]) => (typeof name === 'string' ? elements?.get(name) : undefined) },
    statuses: statusesOf(mso),
    issuedAt: mso.signed,
    expiresAt: mso.validUntil,
  }
}

/** @see ISO/IEC 18013-5 §9.3.1 */
function judgeSigningTime({ signed }: Mso, { leaf, isPinned }: JudgedPath) {
  demand(isPinned || (signed >= leaf.notBefore && signed <= leaf.notAfter), 'issuer_certificate_invalid', 'signed outside its validity')
}

function judgeTimes({ signed, validFrom, validUntil }: Mso, now: Date) {
  demand(validUntil > now, 'credential_expired', 'validUntil')
  const latest = now.getTime() + SKEW_MS
  demand(validFrom.getTime() <= latest && signed.getTime() <= latest, 'credential_not_yet_valid', 'validFrom')
}
