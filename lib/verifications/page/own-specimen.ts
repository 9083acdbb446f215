import { createHash } from 'node:crypto'
import { createSelfie } from '#lib/documents/specimen/create-selfie'
import { createSpecimen } from '#lib/documents/specimen/create-specimen'
import { inventPerson } from '#lib/documents/specimen/invent'

export const SPECIMENS = ['passport', 'card', 'card_front', 'selfie', 'turned_left', 'turned_right'] as const

export type SpecimenKind = (typeof SPECIMENS)[number]

export const isSpecimen = (text: string): text is SpecimenKind => (SPECIMENS as readonly string[]).includes(text)

const SHEETS = {
  passport: { format: 'TD3', side: 'whole' },
  card: { format: 'TD1', side: 'back' },
  card_front: { format: 'TD1', side: 'front' },
} as const

/** Degrees towards the person's own left. */
const YAW = { selfie: 0, turned_left: 32, turned_right: -32 } as const

const VIEW = { width: 1600, height: 1200 }

/**
 * A document of somebody who does not exist, or a picture of its holder: another one for each session, so that everybody
 * who tries it has their own. @returns JPEG
 */
export async function ownSpecimen(sessionId: string, kind: SpecimenKind): Promise<Buffer> {
  const seed = createHash('sha256').update(sessionId).digest().readUInt32BE() >>> 1
  if (kind === 'selfie' || kind === 'turned_left' || kind === 'turned_right') return createSelfie(inventPerson(seed), { yaw: YAW[kind] })
  const { format, side } = SHEETS[kind]
  return (await createSpecimen({ format, seed, today: new Date(), view: VIEW, print: { side } })).image
}
