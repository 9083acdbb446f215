import { createHash } from 'node:crypto'
import { createSelfie } from '#lib/documents/specimen/create-selfie'
import { createSpecimen } from '#lib/documents/specimen/create-specimen'
import { inventPerson } from '#lib/documents/specimen/invent'

export const SPECIMENS = ['passport', 'card', 'selfie', 'turned_left', 'turned_right'] as const

export type SpecimenKind = (typeof SPECIMENS)[number]

export const isSpecimen = (text: string): text is SpecimenKind => (SPECIMENS as readonly string[]).includes(text)

/** Degrees towards the person's own left. */
const YAW = { selfie: 0, turned_left: 32, turned_right: -32 } as const

/**
 * A document, or the face, of somebody who does not exist: another one for each session, so that everybody who tries it
 * has their own. @returns JPEG
 */
export async function ownSpecimen(sessionId: string, kind: SpecimenKind): Promise<Buffer> {
  const seed = createHash('sha256').update(sessionId).digest().readUInt32BE() >>> 1
  if (kind !== 'passport' && kind !== 'card') return createSelfie(inventPerson(seed), { yaw: YAW[kind] })
  const format = kind === 'passport' ? 'TD3' : 'TD1'
  return (await createSpecimen({ format, seed, today: new Date(), view: { width: 1400, height: 1050 } })).image
}
