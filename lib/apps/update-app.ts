import type { z } from 'zod'
import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError, notFound } from '#lib/core/api-error'
import { prismaTransaction } from '#lib/core/db'
import type { updateAppInput } from './contract'
import { presentApp } from './present-app'
import { requireCatalogScopes } from './require-catalog-scopes'
import { requireRegistrableUris } from './require-registrable-uris'
import { APP_STATUSES, type App, isAppStatus, isPublicClient } from './schema'
import { type AppChange, lockApp, updateAppRow } from './store'

/**
 * Changes an app. A removed scope and a deactivation hold for every request that begins after the answer, because
 * token requests take the same row. Spec: States, App status.
 * @throws ApiError `not_found`, `invalid_redirect_uri`, `invalid_scope`, `invalid_status`
 */
export async function updateApp(actor: CompanyActor, id: string, input: z.output<typeof updateAppInput>) {
  const updated = await prismaTransaction(async (tx) => {
    const before = await lockApp(tx, actor.companyId, id)
    if (!before) throw notFound()
    const after = await updateAppRow(tx, id, judgeChange(before, input))
    await recordAudit(tx, actor, { action: 'app.updated', target: { kind: 'app', id }, detail: difference(before, after) })
    return after
  })
  return presentApp(updated)
}

function judgeChange(app: App, input: z.output<typeof updateAppInput>): AppChange {
  const { status } = input
  if (status !== undefined && !isAppStatus(status)) {
    throw new ApiError('invalid_status', `status: ${JSON.stringify(status.slice(0, 100))} is not one of ${APP_STATUSES.join(', ')}`)
  }
  if (input.redirect_uris) requireRegistrableUris(input.redirect_uris, isPublicClient(app.clientType))
  return {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.redirect_uris && { redirectUris: input.redirect_uris }),
    ...(input.scopes && { scopes: requireCatalogScopes(input.scopes) }),
    ...(status !== undefined && { status }),
  }
}

function difference(before: App, after: App) {
  const fields = ['name', 'redirectUris', 'scopes', 'status'] as const
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return Object.fromEntries(
    changed.flatMap((field) => [
      [`${field}_before`, before[field]],
      [`${field}_after`, after[field]],
    ]),
  )
}
