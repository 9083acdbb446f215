import { opens } from '#lib/apps/open'
import { MOST_CHOICES, toChoices } from '#lib/apps/read-choices'
import type { CompanyActor } from '#lib/companies/schema'
import { withDatabase } from '#lib/core/db'
import { next, retryEvent, type State } from '../lifecycle'
import { findActiveApps } from '../store/apps'
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

/** Apps of the company that sessions can be started for. @param find finds some of them */
export const readActiveApps = async (companyId: string, find: string) => toChoices(await findActiveApps(companyId, find, MOST_CHOICES + 1), find)
