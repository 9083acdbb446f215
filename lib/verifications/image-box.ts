import type { Prisma } from '#lib/core/db'
import { DataKey } from '#lib/core/sealed'
import { findImageKey, insertImageKey, type SealedImageKey } from './store/image-keys'
import { putImage, type SealedImage } from './store/images'
import { changeVerification, type Verification } from './store/verifications'

const keyPlace = (row: string) => ({ table: 'verification_keys', row, column: 'key_sealed' })
const imagePlace = (row: string, kind: string) => ({ table: 'verification_images', row: `${row}/${kind}`, column: 'image_sealed' })

/** Stores a picture under the session's own key, made with the first one. Without that key nobody can open it. */
export async function storePicture(tx: Prisma, { id }: Verification, kind: string, image: Uint8Array, now: Date): Promise<void> {
  const kept = await findImageKey(tx, id)
  const key = kept ? open(id, kept) : await makeKey(tx, id, now)
  await putImage(tx, id, kind, key.sealBytes(image, imagePlace(id, kind)))
}

async function makeKey(tx: Prisma, id: string, now: Date): Promise<DataKey> {
  const { dataKey, sealed, masterKeyId } = DataKey.create(id, keyPlace(id))
  await insertImageKey(tx, id, sealed, masterKeyId)
  await changeVerification(tx, id, { materialStatus: 'held', materialSince: now, materialDeletedAt: null })
  return dataKey
}

/** The pictures in clear, by kind; for the engine and for nobody else. */
export function openPictures({ id }: Verification, sealedKey: SealedImageKey, images: SealedImage[]): Map<string, Uint8Array> {
  const key = open(id, sealedKey)
  return new Map(images.map(({ kind, imageSealed }) => [kind, key.openBytes(imageSealed, imagePlace(id, kind))]))
}

const open = (id: string, { keySealed, masterKeyId }: SealedImageKey) => DataKey.unwrap(id, keySealed, masterKeyId, keyPlace(id))
