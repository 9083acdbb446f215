import { transaction } from '#lib/core/db'
import { type AuditActor, recordAudit } from './store'

/** That somebody took the log, the list of verifications, or a part of it, away as a file. @param filter as an address has it; empty for all of it */
export const noteDownload = (
  actor: AuditActor,
  format: string,
  filter: string,
  action: 'audit.downloaded' | 'verification.downloaded' = 'audit.downloaded',
): Promise<void> =>
  transaction((tx) =>
    recordAudit(tx, actor, {
      action,
      target: { kind: 'company', id: actor.companyId },
      after: { format, filter: filter.replace(/^\?/, '') || null },
    }),
  )
