import { describeFace, type Face } from './faces/describe-face'
import { findFaces } from './faces/find-faces'
import { findPortrait } from './faces/find-portrait'
import { hasStranger } from './faces/find-strangers'
import { judgeFaces } from './faces/judge-faces'
import { decodePicture, type Picture } from './image/decode'
import { differenceHash } from './image/difference-hash'
import { sizeOf } from './image/size-of'
import type { CompareFacesResult, DocumentPortrait, FaceFailure, HeadTurn, Quad } from './types'

const DOCUMENT_SIDE = 1600
const SELFIE_SIDE = 960
/** Beside a face, another one of this share of its width is a second person. */
const SECOND_PERSON = 0.5

/**
 * Is the person who holds the camera the one in the document's portrait, and did they turn their head as asked? A basic
 * test: it stops a photograph held still before the camera, not a film or a mask.
 * @param document the side with the portrait, as `inspectImage` returns it, and where on it the portrait is
 * @param selfies first looking at the camera, then one or more with the head turned
 */
export async function compareFaces(document: DocumentPortrait, selfies: readonly Uint8Array[], challenge: HeadTurn): Promise<CompareFacesResult> {
  const page = await decodePicture(document.image, DOCUMENT_SIDE)
  const toPage = await scaleOf(document, page)
  const area = toPage(document.portraitArea)
  const portrait = await findPortrait(page, area)
  if (!portrait) return refuse('face_not_found')
  if (await hasStranger(page, portrait, area, document.outline && toPage(document.outline))) return refuse('face_outside_document')
  const seen: Face[] = []
  const hashes = [differenceHash(page)]
  for (const selfie of selfies) {
    const picture = await decodePicture(selfie, SELFIE_SIDE)
    const face = await onlyFace(picture)
    if (!face) return refuse('face_not_found')
    seen.push(face)
    hashes.push(differenceHash(picture))
  }
  return judgeFaces({ portrait: portrait.face, selfies: seen, hashes }, challenge)
}

/** The picture is decoded smaller than the one its areas were measured in. */
async function scaleOf({ image }: DocumentPortrait, page: Picture): Promise<(quad: Quad) => Quad> {
  const { width, height } = await sizeOf(image)
  return (quad) => quad.map(([x, y]) => [(x * page.width) / width, (y * page.height) / height]) as unknown as Quad
}

async function onlyFace(picture: Picture): Promise<Face | undefined> {
  const [box, second] = await findFaces(picture)
  if (!box || (second && second.width > box.width * SECOND_PERSON)) return undefined
  return describeFace(picture, box)
}

const refuse = (failure: FaceFailure) => ({ ok: false, failure }) as const
