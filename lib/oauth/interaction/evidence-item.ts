import { isEvidenceUnanswered, type RememberedConsent } from '../authorize/judge-authorization'
import { openAskedVerified } from '../verified-claims/asked-verified'
import type { Verification } from '../verified-claims/judge-verified'
import { type AskedOfPerson, readVerifiedClaims } from '../verified-claims/read-verified-claims'

/** What an app would be told of how claims were verified. */
export type EvidenceItem = {
  /** Today, each way once; none where nothing that it asks for is verified. */
  told: Verification[]
  asksType: boolean
  asksTime: boolean
  isTicked: boolean
  isNew: boolean
}

export async function evidenceItem(asked: AskedOfPerson, consent: RememberedConsent | null): Promise<EvidenceItem> {
  const sets = openAskedVerified(asked.kept)
  const told = new Map((await readVerifiedClaims(asked)).map(({ verification }) => [JSON.stringify(verification), verification]))
  return {
    told: [...told.values()],
    asksType: sets.some(({ evidence }) => evidence !== undefined),
    asksTime: sets.some(({ time }) => time !== undefined),
    isTicked: consent?.isEvidenceGranted !== false,
    isNew: isEvidenceUnanswered({ askedVerified: asked.kept }, consent),
  }
}
