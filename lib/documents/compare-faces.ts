import { type Face, facesIn, portraitIn } from './faces/find-faces'
import { loadHuman } from './faces/load-human'
import type { CompareFacesResult, FaceFailure, HeadTurn } from './types'

/** Similarity that two pictures of one person reach nearly always and two people hardly ever; measured on photographs. */
const SAME_PERSON = 0.65
/** A turned head looks less like a portrait than one seen from the front. */
const SAME_PERSON_TURNED = 0.5
/** Degrees as the mesh measures them, about half of the true angle. */
const STRAIGHT_AHEAD = 11
const TURNED = 9
/** Beside a face, another one of this share of its width is a second person. */
const SECOND_PERSON = 0.5

/**
 * Is the person who holds the camera the one in the document, and did they turn their head as asked? A basic test: it
 * stops a photograph held still before the camera, not a film or a mask.
 * @param document a picture with the document's portrait
 * @param selfies first looking at the camera, then one or more with the head turned
 */
export async function compareFaces(document: Uint8Array, selfies: readonly Uint8Array[], challenge: HeadTurn): Promise<CompareFacesResult> {
  const portrait = await portraitIn(document)
  if (!portrait) return refuse('face_not_found')
  const seen: Face[] = []
  for (const selfie of selfies) {
    const [face, second] = await facesIn(selfie)
    if (!face || (second && second.width > face.width * SECOND_PERSON)) return refuse('face_not_found')
    seen.push(face)
  }
  const [front, ...turned] = seen
  if (!front || turned.length === 0) return refuse('liveness_failed')
  const { match } = await loadHuman()
  const similarity = match.similarity(portrait.descriptor, front.descriptor)
  if (similarity < SAME_PERSON) return refuse('face_mismatch')
  const follows = (face: Face) => isTurned(face, front, challenge) && match.similarity(front.descriptor, face.descriptor) >= SAME_PERSON_TURNED
  return Math.abs(front.yaw) <= STRAIGHT_AHEAD && turned.some(follows) ? { ok: true, similarity } : refuse('liveness_failed')
}

/** Their own left is the picture's right, where the yaw is negative. */
function isTurned(face: Face, front: Face, challenge: HeadTurn) {
  const turn = face.yaw - front.yaw
  return challenge === 'left' ? turn <= -TURNED : turn >= TURNED
}

const refuse = (failure: FaceFailure) => ({ ok: false, failure }) as const
