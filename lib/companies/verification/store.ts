import { databaseNow, type Prisma } from '#lib/core/db'
import type { VerificationStatus } from './lifecycle'

/** The company, held until the end of the transaction so that its state and its data stay together. */
export async function lockCompany(tx: Prisma, id: string) {
  const locked = await tx.$queryRaw<object[]>`SELECT 1 FROM companies WHERE id = ${id} FOR NO KEY UPDATE`
  return locked.length === 1 ? tx.company.findUnique({ where: { id } }) : null
}

/** Keeps a company from being suspended until the end of the transaction. @returns false when it is, or is not there */
export const holdOpenCompany = async (tx: Prisma, id: string): Promise<boolean> =>
  (await tx.$queryRaw<object[]>`SELECT 1 FROM companies WHERE id = ${id} AND suspended_at IS NULL FOR SHARE`).length === 1

/** @returns whether that changed anything */
export async function setSuspended(tx: Prisma, id: string, isSuspended: boolean): Promise<boolean> {
  const at = isSuspended ? await databaseNow(tx) : null
  const changed = await tx.$executeRaw`
    UPDATE companies SET suspended_at = ${at} WHERE id = ${id} AND (suspended_at IS NULL) = ${isSuspended}`
  return changed === 1
}

/** One step of the lifecycle. @throws when the state is no longer the one the step was decided on */
export async function moveVerification(
  tx: Prisma,
  id: string,
  step: { from: VerificationStatus; to: VerificationStatus; reason: string | null },
): Promise<void> {
  const now = await databaseNow(tx)
  const moved = await tx.$executeRaw`
    UPDATE companies SET verification_status = ${step.to}::verification_status, rejection_reason = ${step.reason},
      submitted_at = CASE WHEN ${step.to} = 'pending' THEN ${now} ELSE submitted_at END
    WHERE id = ${id} AND verification_status = ${step.from}::verification_status`
  if (moved !== 1) throw new Error(`company ${id} left the state ${step.from} while it was held`)
}

/** Companies, those that wait longest first. */
export const findCompanies = (db: Prisma, status: VerificationStatus | undefined) =>
  db.company.findMany({
    where: { verificationStatus: status, testOfId: null },
    orderBy: [{ submittedAt: { sort: 'asc', nulls: 'last' } }, { createdAt: 'asc' }],
  })
