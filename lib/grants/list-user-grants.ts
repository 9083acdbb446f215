import { withDatabase } from '#lib/core/db'
import { inCatalogOrder } from '#lib/scopes/catalog'
import { aliasAddress } from '#lib/subjects/alias-address'
import { openSelectedSubject } from '#lib/subjects/sealed-subject'
import { requireAccount } from '#lib/users/account/open-account'
import { claimsFor } from '#lib/users/claims'
import { findGrantsOf } from './store'

/** The apps a person gave access to, newest first, with what each may read: scopes, and the userinfo answer of today. */
export async function listUserGrants(userId: string) {
  const [grants, person] = await withDatabase(async (db) => [await findGrantsOf(db, userId), await requireAccount(db, userId)] as const)
  const now = new Date()
  return grants.map(({ subject, grantedScopes, createdAt, lastReleaseAt }) => {
    const known = openSelectedSubject(subject)
    const scopes = inCatalogOrder(grantedScopes).filter((scope) => subject.app.scopes.includes(scope))
    return {
      appId: subject.app.id,
      appName: subject.app.name,
      isActive: subject.app.status === 'active',
      companyName: subject.app.company.name,
      isCompanyVerified: subject.app.company.verificationStatus === 'verified',
      sub: known.sub,
      alias: aliasAddress(known.aliasLocalPart),
      scopes,
      userinfo: claimsFor(scopes, known, person, now),
      since: createdAt,
      lastReleaseAt,
    }
  })
}
