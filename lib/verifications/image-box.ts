import type { Prisma } from '#lib/core/db'
import { DataKey } from '#lib/core/sealed'
import { putImage, type SealedImage } from './store/images'
import { changeSession, type Session } from './store/sessions'

const keyPlace = (row: string) => ({ table: 'verification_sessions', row, column: 'image_key_sealed' })
const imagePlace = (row: string, kind: string) => ({ table: 'verification_images', row: `${row}/${kind}`, column: 'image_sealed' })

/** Stores a picture under the session's own key, made with the first one. Without that key nobody can open it. */
export async function storePicture(tx: Prisma, session: Session, kind: string, image: Uint8Array, now: Date): Promise<void> {
  let key: DataKey
  if (session.imageKeySealed) key = keyOf(session)
  else {
    const made = DataKey.create(session.id, keyPlace(session.id))
    key = made.dataKey
    await changeSession(tx, session.id, { imageKeySealed: made.sealed, materialStatus: 'held', materialSince: now, materialDeletedAt: null })
  }
  await putImage(tx, session.id, kind, key.sealBytes(image, imagePlace(session.id, kind)))
}

/** The pictures in clear, by kind; for the engine and for nobody else. */
export function openPictures(session: Session, images: SealedImage[]): Map<string, Uint8Array> {
  const key = keyOf(session)
  return new Map(images.map(({ kind, imageSealed }) => [kind, key.openBytes(imageSealed, imagePlace(session.id, kind))]))
}

const keyOf = ({ id, imageKeySealed, masterKeyId }: Session) => DataKey.unwrap(id, imageKeySealed as Uint8Array, masterKeyId, keyPlace(id))
