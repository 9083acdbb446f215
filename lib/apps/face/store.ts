import type { Prisma } from '#lib/core/db'
import { FACE_COLUMNS } from './app-face'

/** Of an app of whichever company: for the operator alone. */
export const findFace = (db: Prisma, id: string) =>
  db.app.findUnique({ where: { id }, select: { companyId: true, name: true, company: { select: { name: true } }, ...FACE_COLUMNS } })

export const setFaceVerified = (tx: Prisma, id: string, isVerified: boolean) =>
  tx.$executeRaw`UPDATE apps SET face_verified_at = CASE WHEN ${isVerified} THEN clock_timestamp() END WHERE id = ${id}`
