import { ownAddresses } from '#lib/apps/own-addresses'
import { getCompany } from '#lib/companies/get-company'
import { env } from '#lib/core/env'
import { listScopes } from '#lib/scopes/list-scopes'
import { actorOf, type StaffSession } from '#lib/session/staff-session'

/**
 * What surrounds the fields of an app: the scopes there are, how the company appears to people, and which addresses are
 * our own.
 * @param appId null for an app that is not there yet
 * @param logoPath of its logo, as it is now
 */
export async function formFrame(session: StaffSession, appId: string | null, logoPath: string | null = null) {
  const company = await getCompany(actorOf(session))
  return {
    catalog: listScopes().data,
    frame: { companyName: company.name, isCompanyVerified: company.verification_status === 'verified', aliasDomain: env().ALIAS_DOMAIN, logoPath },
    own: ownAddresses(appId),
  }
}
