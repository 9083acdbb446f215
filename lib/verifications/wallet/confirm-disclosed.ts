import { transaction } from '#lib/core/db'
import { requireAccount } from '#lib/users/account/open-account'
import { endOfLastDay } from '../last-day'
import { keepShown } from '../page/keep-shown'
import { findByLink, isServed, type Visitor } from '../page/visitor'
import { lockVerification } from '../store/verifications'
import { claimsOfDisclosed, openDisclosed } from './sealed-disclosed'

/**
 * The person confirms what their wallet disclosed: only now it becomes claims of their account, with whoever signed it.
 * Nothing of it can be changed: the issuer's word is what it is. Spec: Claims
 */
export const confirmDisclosed = (visitor: Visitor): Promise<void> =>
  transaction(async (tx) => {
    const found = await findByLink(tx, visitor.token)
    const session = found && (await lockVerification(tx, { id: found.id }))
    if (session?.status !== 'reviewing' || session.assurance !== 'wallet' || session.userId !== visitor.userId) return
    if (!session.readingSealed || !isServed(session)) return
    const { vault } = await requireAccount(tx, visitor.userId)
    const disclosed = openDisclosed(vault, session.id, session.readingSealed)
    const claims = claimsOfDisclosed(disclosed)
    const sealed = Object.entries(claims).map(([name, value]) => ({
      name,
      valueSealed: vault.sealClaim(name, value),
      issuerSealed: vault.sealIssuer(name, disclosed.issuer),
      // Nobody grows younger: that somebody was of age stays true when the document has run out.
      ...(name === 'age_over_18' && { expiresAt: null }),
    }))
    const origin = { assurance: 'wallet' as const, expiresAt: endOf(disclosed) }
    await keepShown(tx, session, { origin, claims: sealed, shown: { claims, isOfAge: disclosed.claims.age_over_18 } })
  })

/** The document's own last day where it was asked for, else that of the issuer's signature. */
function endOf({ claims: { document_expiry: day }, validUntil }: ReturnType<typeof openDisclosed>): Date | null {
  if (day !== undefined) return endOfLastDay(day)
  return validUntil === null ? null : new Date(validUntil)
}
