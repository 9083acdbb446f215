import { hashDistance } from '../image/difference-hash'
import type { CompareFacesResult, FaceFailure, HeadTurn } from '../types'
import type { Face } from './describe-face'
import { isNearCopy } from './is-near-copy'
import { similarityOf } from './similarity-of'

/** Chosen on photographs of people: bench/faces.md says how often it errs either way. */
export const SAME_PERSON = 0.76
/** A turned head looks less like one seen from the front. */
const SAME_PERSON_TURNED = 0.6
/** Below it a face is so blurred that it looks like everybody's. */
export const LEAST_DETAIL = 0.003
/** Degrees as the mesh measures them, about half of the true angle. */
const STRAIGHT_AHEAD = 11
const TURNED = 9
/** Correlation that only copies of one photograph reach. */
export const COPIED_FACE = 0.965
/** Share of a picture's fields by which copies of one file differ at most. */
const COPIED_PICTURE = 0.02

export type FacesSeen = {
  portrait: Face
  /** First looking at the camera, then turned. */
  selfies: readonly Face[]
  /** Of the document's picture and then of each selfie. */
  hashes: readonly boolean[][]
}

/** Refused as copies before anything is compared: who offers a copy has shown nothing. */
export function judgeFaces({ portrait, selfies, hashes }: FacesSeen, challenge: HeadTurn): CompareFacesResult {
  const [front, ...turned] = selfies
  if (!front || turned.length === 0) return refuse('liveness_failed')
  if ([portrait, ...selfies].some(({ detail }) => detail < LEAST_DETAIL)) return refuse('face_not_found')
  if (anyPair(hashes, (one, other) => hashDistance(one, other) <= COPIED_PICTURE)) return refuse('liveness_failed')
  if (anyPair([portrait, ...selfies], (one, other) => isNearCopy(one.aligned, other.aligned, COPIED_FACE))) return refuse('liveness_failed')
  const similarity = similarityOf(portrait, front)
  if (similarity < SAME_PERSON) return refuse('face_mismatch')
  const follows = (face: Face) => isTurned(face, front, challenge) && similarityOf(front, face) >= SAME_PERSON_TURNED
  return Math.abs(front.yaw) <= STRAIGHT_AHEAD && turned.some(follows) ? { ok: true, similarity } : refuse('liveness_failed')
}

/** Their own left is the picture's right, where the yaw is negative. */
function isTurned(face: Face, front: Face, challenge: HeadTurn) {
  const turn = face.yaw - front.yaw
  return challenge === 'left' ? turn <= -TURNED : turn >= TURNED
}

function anyPair<T>(things: readonly T[], test: (one: T, other: T) => boolean): boolean {
  return things.some((one, index) => things.slice(index + 1).some((other) => test(one, other)))
}

const refuse = (failure: FaceFailure) => ({ ok: false, failure }) as const
