import { env } from '#lib/core/env'
import { ENGINE_VERSION } from '#lib/documents/read-document'
import type { ReadDocumentOptions, ReadDocumentResult } from '#lib/documents/types'
import type { Outcome } from './settle-reading'

/** Where documents are read: in threads beside the worker's main one, or right here in a test. */
export type Reader = { read(image: Uint8Array, options: ReadDocumentOptions): Promise<ReadDocumentResult> }

/** What the pictures of one attempt come to. */
export async function judgePictures(reader: Reader, pictures: Map<string, Uint8Array>, today: Date): Promise<Outcome> {
  // Specimens are worth something only where nothing is real.
  const read = await reader.read(pictures.get('document') as Uint8Array, { testIssuers: env().EMBEDDED, today })
  if (!read.ok) return read
  const { reading } = read
  return { ok: true, reading, engineVersion: ENGINE_VERSION, checks: { ...reading.checks, face_match: 'not_requested' } }
}
