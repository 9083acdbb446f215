import { databaseNow, type Prisma } from '#lib/core/db'
import { FACE_COLUMNS } from './app-face'

/** Of an app of whichever company: for the operator alone. */
export const findFace = (db: Prisma, id: string) =>
  db.app.findUnique({ where: { id }, select: { companyId: true, name: true, company: { select: { name: true } }, ...FACE_COLUMNS } })

export async function setFaceVerified(tx: Prisma, id: string, isVerified: boolean): Promise<number> {
  const at = isVerified ? await databaseNow(tx) : null
  return tx.$executeRaw`UPDATE apps SET face_verified_at = ${at} WHERE id = ${id}`
}
