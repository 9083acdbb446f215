import { faceOf } from '#lib/apps/face/app-face'
import { opens } from '#lib/apps/open'
import { databaseNow, withDatabase } from '#lib/core/db'
import { inCatalogOrder } from '#lib/scopes/catalog'
import { aliasAddress } from '#lib/subjects/alias-address'
import { openSelectedSubject } from '#lib/subjects/sealed-subject'
import { requireAccount } from '#lib/users/account/open-account'
import { claimsFor } from '#lib/users/claims'
import { findGrantsOf } from './store'

/** The apps a person gave access to, newest first, with what each may read: scopes, and the userinfo answer of today. */
export async function listUserGrants(userId: string) {
  const [now, grants, person] = await withDatabase(async (db) => {
    const at = await databaseNow(db)
    return [at, await findGrantsOf(db, userId, at), await requireAccount(db, userId)] as const
  })
  return grants.map(({ subject, grantedScopes, evidenceGranted, createdAt, lastReleaseAt, endsAt }) => {
    const known = openSelectedSubject(subject)
    const scopes = inCatalogOrder(grantedScopes).filter((scope) => subject.app.scopes.includes(scope))
    return {
      appId: subject.app.id,
      appName: subject.app.name,
      isActive: opens(subject.app),
      companyName: subject.app.company.name,
      isCompanyVerified: subject.app.company.verificationStatus === 'verified',
      sub: known.sub,
      alias: aliasAddress(known.aliasLocalPart),
      scopes,
      isEvidenceGranted: evidenceGranted === true,
      userinfo: claimsFor(scopes, known, person, now),
      since: createdAt,
      endsAt,
      face: faceOf(subject.app),
      lastReleaseAt,
    }
  })
}
