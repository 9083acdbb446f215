import { findApp } from '#lib/apps/store'
import { ApiError } from '#lib/core/api-error'
import type { Prisma } from '#lib/core/db'

/** @throws ApiError `invalid_request` for an app that the company does not have */
export async function requireOwnApps(tx: Prisma, companyId: string, appIds: readonly string[]): Promise<void> {
  for (const id of new Set(appIds)) {
    if (!(await findApp(tx, companyId, id))) throw new ApiError('invalid_request', `app_ids: ${JSON.stringify(id.slice(0, 60))} is no app of yours`)
  }
}
