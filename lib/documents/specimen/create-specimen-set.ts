import { createSelfie } from './create-selfie'
import { createSpecimen } from './create-specimen'
import { inventPerson } from './invent'

export type SpecimenSet = {
  /** The page with the zone: of a passport, or a card's back. */
  document: Buffer
  /** A card's side with the portrait. */
  front: Buffer | null
  /** Its holder: looking at the camera, and turned to their own left and right. */
  selfie: Buffer
  left: Buffer
  right: Buffer
}

/** Degrees towards the person's own left. */
const TURN = 32
const VIEW = { width: 1600, height: 1200 }

/** A document and pictures (JPEG) of its invented holder: the same seed is the same holder, whatever the document. */
export async function createSpecimenSet({ kind, seed, today }: { kind: 'passport' | 'card'; seed: number; today: Date }): Promise<SpecimenSet> {
  const person = inventPerson(seed)
  const page = async (side: 'whole' | 'front' | 'back') => {
    const format = kind === 'passport' ? 'TD3' : 'TD1'
    return (await createSpecimen({ format, seed, today, view: VIEW, print: { side } })).image
  }
  const face = (yaw: number) => createSelfie(person, { yaw })
  return {
    document: await page(kind === 'passport' ? 'whole' : 'back'),
    front: kind === 'card' ? await page('front') : null,
    selfie: await face(0),
    left: await face(TURN),
    right: await face(-TURN),
  }
}
