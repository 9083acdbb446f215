import { secretHashes } from '#lib/core/secret-token'
import { effectiveScopes } from '#lib/grants/effective-scopes'
import { openPair } from '#lib/subjects/sealed-subject'
import { type Claims, claimsFor } from '#lib/users/claims'
import { judgeRelease } from '#lib/users/judge-release'
import { PersonVault } from '#lib/users/person'
import { OAuthError } from '../errors'
import { whatBecameOf } from '../token/what-became-of'
import { readVerifiedClaims, verifiedClaimsMember } from '../verified-claims/read-verified-claims'
import { readByAccessToken } from './store'

/** What an app is told: claims, and `verified_claims` where it asked for them. */
export type Userinfo = { sub: string; [claim: string]: Claims[string] | object }

/**
 * The claims behind a person's access token. Read from the database at every call: after a withdrawal the next one is
 * refused. Spec: Userinfo. @see OpenID Connect Core §5.3
 * @throws OAuthError `invalid_token`
 */
export async function readUserinfo(accessToken: string): Promise<Userinfo> {
  const hashes = secretHashes('sga', accessToken)
  const record = hashes.length > 0 ? await readByAccessToken(hashes) : null
  if (!record) throw new OAuthError(await whatBecameOf('access_token', hashes), 'the access token is unknown, expired or was withdrawn')

  const { person, pair } = record
  const vault = PersonVault.of(person)
  const leaving = judgeRelease(vault.openProfile(person.profileSealed), person.verifiedClaims, record.askedAssurance)
  const scopes = effectiveScopes(record.tokenScopes, record.grantedScopes, record.appScopes)
  const subject = openPair((sealed, place) => vault.openSecret(sealed, place), { userId: person.id, ...pair })
  const known = { profile: leaving.profile, verified: vault.openClaims(leaving.verified) }
  const claims = claimsFor(scopes, subject, known, record.now)
  const kept = record.isEvidenceGranted ? record.askedVerified : null
  if (kept === null) return claims
  const asked = { kept, userId: person.id, appId: pair.appId, vault, subject, scopes, ...known, beside: claims, now: record.now }
  return { ...claims, ...verifiedClaimsMember(await readVerifiedClaims(asked)) }
}
