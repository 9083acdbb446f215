import { withDatabase } from '#lib/core/db'
import { inCatalogOrder } from '#lib/scopes/catalog'
import { aliasAddress } from '#lib/subjects/alias-address'
import { findGrantsOf } from './store'

/** The apps a person gave access to, newest first, with what each may read. */
export async function listUserGrants(userId: string) {
  const grants = await withDatabase((db) => findGrantsOf(db, userId))
  return grants.map(({ subject, grantedScopes, createdAt, lastReleaseAt }) => ({
    appId: subject.app.id,
    appName: subject.app.name,
    isActive: subject.app.status === 'active',
    companyName: subject.app.company.name,
    isCompanyVerified: subject.app.company.verificationStatus === 'verified',
    sub: subject.sub,
    alias: aliasAddress(subject.aliasLocalPart),
    scopes: inCatalogOrder(grantedScopes).filter((scope) => subject.app.scopes.includes(scope)),
    since: createdAt,
    lastReleaseAt,
  }))
}
