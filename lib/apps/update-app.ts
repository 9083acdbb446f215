import type { z } from 'zod'
import type { AuditFields } from '#lib/audit/sealed-fields'
import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError, notFound } from '#lib/core/api-error'
import { transaction, withDatabase } from '#lib/core/db'
import type { updateAppInput } from './contract'
import { FACE_FIELDS } from './face/app-face'
import { type AppSettings, columnsOf, fieldsOf } from './fields'
import { replaceLogo } from './logo/store'
import { strangeLogo, takeLogo } from './logo/take-logo'
import { proveMailDomains } from './mail-domains'
import { presentApp } from './present-app'
import { requireCatalogScopes } from './require-catalog-scopes'
import { requireLogoutUri } from './require-logout-uri'
import { requireRegistrableUris } from './require-registrable-uris'
import { APP_STATUSES, type App, isAppStatus, isPublicClient } from './schema'
import { findApp, lockApp, updateAppRow } from './store'

type AppInput = z.output<typeof updateAppInput>

/**
 * Changes an app. A removed scope and a deactivation hold for every request that begins after the answer, because
 * token requests take the same row. Spec: States, App status.
 * @param change what to set; a function sees the app as it is and may leave it so
 * @throws ApiError `not_found`, `invalid_redirect_uri`, `invalid_scope`, `invalid_status`
 */
export async function updateApp(actor: CompanyActor, id: string, change: AppInput | ((app: App) => Omit<AppInput, 'logo_uri'> | null)) {
  const given = typeof change === 'function' ? undefined : change.logo_uri
  const logo = await takeLogo(given)
  const domains = typeof change === 'function' ? undefined : await provenDomains(actor, id, change.mail_domains)
  const updated = await transaction(async (tx) => {
    const before = await lockApp(tx, actor.companyId, id)
    if (!before) throw notFound()
    const input: AppInput | null = typeof change === 'function' ? change(before) : change
    if (input === null) return before
    const isSameLogo = given === undefined || given === fieldsOf(before).logo_uri
    if (!isSameLogo && given !== null && !logo) throw strangeLogo(given)
    if (!isSameLogo) await replaceLogo(tx, id, logo)
    const columns = {
      ...judgeChange(before, input),
      ...(domains && { mailDomains: domains }),
      logoUri: isSameLogo ? before.logoUri : (logo?.path ?? null),
    }
    const isSameFace = FACE_FIELDS.every((field) => fieldsOf({ ...before, ...columns })[field] === fieldsOf(before)[field])
    const after = await updateAppRow(tx, id, { ...columns, ...(!isSameFace && { faceVerifiedAt: null }) })
    await recordAudit(tx, actor, { action: 'app.updated', target: { kind: 'app', id }, ...difference(before, after) })
    return after
  })
  return presentApp(updated)
}

/** Before the transaction: nobody waits for the DNS with an app's row in hand. */
async function provenDomains(actor: CompanyActor, id: string, given: readonly string[] | undefined): Promise<string[] | undefined> {
  if (given === undefined) return undefined
  const app = await withDatabase((db) => findApp(db, actor.companyId, id))
  if (!app) throw notFound()
  return proveMailDomains(id, given, app.mailDomains)
}

function judgeChange(app: App, input: AppInput): Partial<AppSettings> {
  const { status } = input
  if (status !== undefined && !isAppStatus(status)) {
    throw new ApiError('invalid_status', `status: ${JSON.stringify(status.slice(0, 100))} is not one of ${APP_STATUSES.join(', ')}`)
  }
  requireRegistrableUris(input, { id: app.id, isPublic: isPublicClient(app.clientType) })
  requireLogoutUri(input.backchannel_logout_uri)
  return columnsOf({ ...input, status, ...(input.scopes && { scopes: requireCatalogScopes(input.scopes) }) })
}

/** The fields that are no longer what they were. */
function difference(before: App, after: App): { before: AuditFields; after: AuditFields } {
  const [was, is] = [fieldsOf(before), fieldsOf(after)] as [AuditFields, AuditFields]
  const changed = Object.keys(is).filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
  const pick = (all: AuditFields) => Object.fromEntries(changed.map((field) => [field, all[field] ?? null]))
  return { before: pick(was), after: pick(is) }
}
