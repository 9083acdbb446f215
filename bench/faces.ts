import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { describeFace, type Face } from '#lib/documents/faces/describe-face'
import { findFaces } from '#lib/documents/faces/find-faces'
import { isNearCopy } from '#lib/documents/faces/is-near-copy'
import { COPIED_FACE, LEAST_DETAIL, SAME_PERSON } from '#lib/documents/faces/judge-faces'
import { similarityOf } from '#lib/documents/faces/similarity-of'
import { decodePicture } from '#lib/documents/image/decode'
import { areOne, type Photograph, photographs } from './faces/sheet'

/**
 * `npm run bench:faces`: how often two people are taken for one and one for two, on photographs of people that the face
 * library ships. Writes `bench/faces.md`.
 */
type Seen = { photograph: Photograph; face: Face }
type Pair = { similarity: number; libraries: number; isOne: boolean; isCopy: boolean }

const SIDE = 512
const THRESHOLDS = [-0.08, -0.06, -0.04, -0.02, 0, 0.02, 0.04].map((step) => SAME_PERSON + step)
/** What the library calls a match, on its own scale. @see Human, src/face/match.ts */
const LIBRARYS_OWN = 0.5

async function look(photograph: Photograph): Promise<Seen | undefined> {
  const picture = await decodePicture(photograph.image, SIDE)
  const [box] = await findFaces(picture)
  const face = box && (await describeFace(picture, box))
  return face && { photograph, face }
}

/** As a portrait printed on a page and photographed: small, warm, a little soft, compressed twice. */
async function printed(photograph: Photograph): Promise<Photograph> {
  const small = await sharp(photograph.image).resize({ width: 180 }).tint('#fff2dd').jpeg({ quality: 70 }).toBuffer()
  const image = await sharp(small).resize({ width: SIDE }).blur(1).linear(0.88, 14).jpeg({ quality: 60 }).toBuffer()
  return { ...photograph, image }
}

async function lookAtAll(all: readonly Photograph[]): Promise<Seen[]> {
  const seen: Seen[] = []
  for (const photograph of all) {
    const one = await look(photograph)
    if (one && one.face.detail >= LEAST_DETAIL) seen.push(one)
  }
  return seen
}

function compare(one: Seen, other: Seen): Pair | undefined {
  const isOne = areOne(one.photograph, other.photograph)
  if (isOne === undefined) return undefined
  return {
    similarity: similarityOf(one.face, other.face),
    libraries: librarySimilarity(one.face, other.face),
    isOne,
    isCopy: isNearCopy(one.face.aligned, other.face.aligned, COPIED_FACE),
  }
}

/** The library's measure on its own descriptor, of which ours is made. @see Human, src/face/match.ts */
function librarySimilarity(one: Face, other: Face): number {
  const squares = one.embedding.reduce((sum, value, index) => sum + (value - (other.embedding[index] as number)) ** 2, 0)
  return Math.min(1, Math.max(0, (1 - Math.sqrt(25 * squares) / 100 - 0.2) / 0.6))
}

const share = (part: readonly unknown[], of: readonly unknown[]) =>
  `${((100 * part.length) / of.length).toFixed(2)}% (${part.length} of ${of.length})`

function rates(pairs: readonly Pair[], measure: 'similarity' | 'libraries', threshold: number): string {
  const [same, different] = [pairs.filter(({ isOne }) => isOne), pairs.filter(({ isOne }) => !isOne)]
  const falseMatches = different.filter((pair) => pair[measure] >= threshold)
  const falseRefusals = same.filter((pair) => pair[measure] < threshold)
  return `${share(falseMatches, different)} | ${share(falseRefusals, same)}`
}

function table(pairs: readonly Pair[]): string {
  const rows = THRESHOLDS.map((threshold) => {
    const mark = threshold === SAME_PERSON ? '**' : ''
    return `| ${mark}${threshold.toFixed(2)}${mark} | ${rates(pairs, 'similarity', threshold)} |`
  })
  return ['| similarity at least | two people taken for one | one person taken for two |', '| --- | --- | --- |', ...rows].join('\n')
}

const pairsWithin = (seen: readonly Seen[]) =>
  seen.flatMap((one, index) => seen.slice(index + 1).map((other) => compare(one, other))).filter((pair) => pair !== undefined)

const all = await photographs()
const clear = await lookAtAll(all)
const pairs = pairsWithin(clear)
const asPrinted = await lookAtAll(await Promise.all(all.filter((photograph) => areOne(photograph, photograph)).map(printed)))
const printedPairs = asPrinted.flatMap((portrait) =>
  clear.flatMap((other) => (portrait.photograph.place === other.photograph.place ? [] : (compare(portrait, other) ?? []))),
)
const copies = asPrinted.flatMap((portrait) =>
  clear.filter(({ photograph }) => photograph.place === portrait.photograph.place).map((one) => [portrait, one] as const),
)
const caught = copies.filter(([portrait, one]) => isNearCopy(portrait.face.aligned, one.face.aligned, COPIED_FACE))
const same = pairs.filter(({ isOne }) => isOne)
const author = clear.filter(({ photograph }) => areOne(photograph, photograph)).length

const text = `# Faces, measured

\`npm run bench:faces\`: ${clear.length} photographs of about 65 people, cut out of a page that the face library shows of itself and ships
(\`@vladmandic/human\`, \`assets/screenshot-facematch.jpg\`, by its SHA-256; nothing is downloaded, nothing of it is kept here). One man is seen
${author} times, years, light and cameras apart; who else may be one person was told by eye, by somebody who knew the scores, and is left out. Faces are about
80 pixels wide, evening light, often turned: harder than a document's portrait beside a selfie. ${all.length - clear.length} of ${all.length} were not looked at: no face found, or blurred.

${table(pairs)}

The threshold is **${SAME_PERSON}**: at it about two in a thousand pictures of another person pass, and a lower one lets in several times as many. Whoever is
refused may try again in better light, as often as the session allows. The library's own measure at its own threshold of ${LIBRARYS_OWN} (it says "similarity above 0.5 can be considered a
match" and gives no rates), on the same pairs: two people taken for one ${rates(pairs, 'libraries', LIBRARYS_OWN).replace(' | ', ', one person taken for two ')}.
At 0.65, which stood here before: ${rates(pairs, 'libraries', 0.65).replace(' | ', ' and ')}.

## Portraits as printed and photographed

${asPrinted.length} pictures of the man of the first row made small, warm, soft and compressed twice, against everybody as they were:

${table(printedPairs)}

A printed portrait photographed as a selfie is recognised as a copy (correlation of ${COPIED_FACE} and more) in ${share(caught, copies)}; of two
photographs of one man, ${share(
  same.filter(({ isCopy }) => isCopy),
  same,
)} are taken for copies.

## What this does not say

All pairs of one person are of one man; twins, children, decades and most of the world's faces are not in it. One picture in a few hundred is no
wall: who may choose among thousands of stolen documents finds one that is like enough. The head turn stops a still picture, not a film or a mask.
`
writeFileSync('bench/faces.md', text)
console.log(text)
process.exit(0)
