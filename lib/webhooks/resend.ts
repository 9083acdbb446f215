import type { CompanyActor } from '#lib/companies/schema'
import { ApiError, notFound } from '#lib/core/api-error'
import { type Prisma, transaction } from '#lib/core/db'
import { findNotTaken, resendAll, resendOne } from './panel-store'
import { getWebhook } from './read-webhooks'
import { lockAddress } from './store'

/** Sends one event again, from the beginning of the schedule. @throws ApiError `not_found`, `invalid_state` when the webhook is off */
export const resend = (actor: CompanyActor, webhookId: string, eventId: string): Promise<void> =>
  transaction(async (tx) => {
    await requireEnabled(tx, actor, webhookId)
    if (!(await resendOne(tx, { companyId: actor.companyId, webhookId }, eventId))) throw notFound()
  })

/**
 * The same of everything since a time that was not taken. The company's log is looked through before the address is held,
 * since whoever places events waits for that.
 * @returns how many @throws ApiError `not_found`, `invalid_state`
 */
export async function resendSince(actor: CompanyActor, webhookId: string, since: Date): Promise<number> {
  const address = { companyId: actor.companyId, webhookId }
  const notTaken = await findNotTaken(address, since)
  return transaction(async (tx) => {
    await requireEnabled(tx, actor, webhookId)
    return resendAll(tx, address, notTaken)
  })
}

/** One event or everything since a time, whichever is named. @throws ApiError `not_found`, `invalid_state` */
export async function resendByApi(actor: CompanyActor, webhookId: string, { event_id, since }: { event_id?: string; since?: string }) {
  await getWebhook(actor, webhookId)
  if (event_id === undefined) return { count: await resendSince(actor, webhookId, new Date(since ?? 0)) }
  await resend(actor, webhookId, event_id)
  return { count: 1 }
}

async function requireEnabled(tx: Prisma, actor: CompanyActor, webhookId: string): Promise<void> {
  const webhook = await lockAddress(tx, actor.companyId, webhookId)
  if (!webhook) throw notFound()
  if (webhook.status !== 'enabled') throw new ApiError('invalid_state', 'The webhook is disabled: enable it first.')
}
