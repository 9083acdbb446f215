import { createHash } from 'node:crypto'
import { createSpecimen } from '#lib/documents/specimen/create-specimen'
import type { DocumentKind } from './pictures'

const FORMATS = { passport: 'TD3', card: 'TD1' } as const

/**
 * A document of somebody who does not exist, another one for each session, so that everybody who tries it has their own.
 * @returns JPEG
 */
export async function ownSpecimen(sessionId: string, kind: DocumentKind): Promise<Buffer> {
  const seed = createHash('sha256').update(`${sessionId} ${kind}`).digest().readUInt32BE() >>> 1
  const { image } = await createSpecimen({ format: FORMATS[kind], seed, today: new Date(), view: { width: 1400, height: 1050 } })
  return image
}
