import type { Prisma } from '#lib/core/db'

/**
 * One line of a company's audit log, in the transaction of the change it tells of. `detail` holds what changed in the
 * company's own things; a person's data has no place in it.
 */
export type AuditEntry = {
  action: string
  target: { kind: string; id: string }
  detail?: Record<string, string | number | boolean | null | string[]>
}

export type AuditActor = { companyId: string; kind: string; id: string | null }

export async function recordAudit(tx: Prisma, actor: AuditActor, entry: AuditEntry): Promise<void> {
  await tx.auditEvent.create({
    data: {
      companyId: actor.companyId,
      actorKind: actor.kind,
      actorId: actor.id,
      action: entry.action,
      targetKind: entry.target.kind,
      targetId: entry.target.id,
      detail: entry.detail ?? {},
    },
  })
}
