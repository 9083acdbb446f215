import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { withDatabase } from '#lib/core/db'
import { env } from '#lib/core/env'
import { shardsIn } from '#lib/core/shard'
import { inCatalogOrder } from '#lib/scopes/catalog'
import { aliasAddress } from '#lib/subjects/alias-address'
import { aliasIndex, openSubjectRow, subIndex } from '#lib/subjects/sealed-subject'
import { countConsents, findApp, findConsent } from './store'

/** Counting reads each consent; beyond this nobody asks how many exactly, and a page costs the same for a large app. */
const MOST_COUNTED = 1000
const LONGEST = 320

/** A live consent that somebody who has its pseudonym or alias asks about. @property since the UTC day, never a time */
export type FoundAuthorization = { sub: string; alias: string; scopes: string[]; since: string }

/**
 * The live consent behind a pseudonym or an alias of this app: for whoever helps a user who names one. The list has no days, since two apps' lists could be
 * aligned by them; of a single one that was named, the app saw its day itself.
 * @param text a whole `sub`, a whole alias address, or what stands before its @
 * @throws ApiError `not_found` for a foreign app
 */
export async function findAuthorization(actor: CompanyActor, appId: string, text: string): Promise<FoundAuthorization | null> {
  const app = await withDatabase((db) => findApp(db, actor.companyId, appId))
  if (!app) throw notFound()
  const named = text.trim()
  if (named === '' || named.length > LONGEST) return null
  const [localPart = '', domain = env().ALIAS_DOMAIN] = named.toLowerCase().split('@')
  const asked = domain === env().ALIAS_DOMAIN ? localPart : ''
  const sub = { index: subIndex(named), shards: shardsIn('sub', named) }
  const row = await findConsent(appId, sub, { index: aliasIndex(asked), shards: shardsIn('alias', asked, 'base32') })
  if (!row) return null
  const { sub: pseudonym, aliasLocalPart } = openSubjectRow(row)
  const scopes = inCatalogOrder(row.granted_scopes).filter((scope) => app.scopes.includes(scope))
  return { sub: pseudonym, alias: aliasAddress(aliasLocalPart), scopes, since: row.since }
}

/** How many live consents an app has, and whether there are more than were counted. @throws ApiError `not_found` */
export async function countAuthorizations(actor: CompanyActor, appId: string): Promise<{ count: number; isMore: boolean }> {
  if (!(await withDatabase((db) => findApp(db, actor.companyId, appId)))) throw notFound()
  const count = await countConsents(appId, MOST_COUNTED + 1)
  return { count: Math.min(count, MOST_COUNTED), isMore: count > MOST_COUNTED }
}
