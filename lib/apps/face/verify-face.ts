import { recordAudit } from '#lib/audit/store'
import { transaction, withDatabase } from '#lib/core/db'
import { lockApp } from '../store'
import { type AppFace, faceOf } from './app-face'
import { findFace, setFaceVerified } from './store'

export type FaceOutcome = { kind: 'done'; name: string } | { kind: 'unknown' } | { kind: 'as_it_was' }

/** What people see of an app, for the operator to look at; null without such an app. */
export async function readFace(id: string): Promise<{ name: string; companyName: string; face: AppFace } | null> {
  const app = await withDatabase((db) => findFace(db, id))
  return app && { name: app.name, companyName: app.company.name, face: faceOf(app) }
}

/** The operator says that name, logo, colour and links of an app are its company's to use, or takes that back. */
export const verifyFace = (id: string, isVerified: boolean): Promise<FaceOutcome> =>
  transaction(async (tx) => {
    const companyId = (await findFace(tx, id))?.companyId
    const app = companyId === undefined ? null : await lockApp(tx, companyId, id)
    if (!app) return { kind: 'unknown' }
    if ((app.faceVerifiedAt !== null) === isVerified) return { kind: 'as_it_was' }
    await setFaceVerified(tx, id, isVerified)
    await recordAudit(
      tx,
      { companyId: app.companyId, kind: 'operator', id: null },
      { action: isVerified ? 'app.face_verified' : 'app.face_unverified', target: { kind: 'app', id } },
    )
    return { kind: 'done', name: app.name }
  })
