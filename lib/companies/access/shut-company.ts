import { changeAccess } from '#lib/accounts/credentials/change-access'
import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import { findMemberIds, withdrawInvites } from '../members/store'
import { lockCompany } from '../verification/store'

export type ShutCompany = { members: number; sessions: number; links: number; invites: number }

/** The operator ends everything that is open for a company's members. @returns null when there is no such company */
export const shutCompany = (companyId: string): Promise<ShutCompany | null> =>
  transaction(async (tx) => {
    if (!(await lockCompany(tx, companyId))) return null
    const members = await findMemberIds(tx, companyId)
    const total = { members: members.length, sessions: 0, links: 0, invites: await withdrawInvites(tx, companyId) }
    for (const id of members) {
      const ended = await changeAccess({ realm: 'staff', id }, null, (_, end) => end())
      total.sessions += ended?.sessions ?? 0
      total.links += ended?.links ?? 0
    }
    await recordAudit(tx, { companyId, kind: 'operator', id: null }, { action: 'company.sessions_ended', target: { kind: 'company', id: companyId } })
    return total
  })
