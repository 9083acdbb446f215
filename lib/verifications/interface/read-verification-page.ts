import { opens } from '#lib/apps/open'
import type { CompanyActor } from '#lib/companies/schema'
import { withDatabase } from '#lib/core/db'
import { next, retryEvent, type State } from '../lifecycle'
import { findActiveApps, findAppChoices } from '../store/apps'
import { findHistory } from '../store/outcomes'
import { findVerification } from '../store/verifications'
import { getVerification } from './read-verifications'

/** One session for the company's panel: what the interface answers, its history, and what can be done with it. */
export async function readVerificationPage(actor: CompanyActor, id: string) {
  const session = await getVerification(actor, id)
  return withDatabase(async (db) => {
    const row = await findVerification(db, { id, companyId: actor.companyId })
    const state: State = row?.status ?? 'canceled'
    return {
      session,
      appName: row?.app?.name ?? '',
      canRetry: next(state, retryEvent(state)) !== undefined && row?.app != null && opens(row.app),
      canCancel: next(state, 'cancel') !== undefined && state !== 'canceled',
      history: await findHistory(db, actor.companyId, id),
    }
  })
}

/** Apps of the company to choose from, those that are switched off too. */
export const readAppChoices = (companyId: string) => withDatabase((db) => findAppChoices(db, companyId, MOST_CHOICES))

const MOST_CHOICES = 200

/** Apps of the company that sessions can be started for. */
export const readActiveApps = (companyId: string) => withDatabase((db) => findActiveApps(db, companyId, MOST_CHOICES))
