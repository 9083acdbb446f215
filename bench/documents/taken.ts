import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inProject } from '../../scripts/lib/root.mjs'
import type { Photograph } from './photograph'

const FOLDER = inProject('dist', 'bench-documents', 'taken')
const SOURCES = inProject('bench', 'documents')
/** What only asks and counts does not change a picture. */
const NOT_DRAWING = /^(measure-|main|reader|examiner|judge-|bench)/

/** Of every file that has a part in a picture: other code, other pictures. */
const renderer = createHash('sha256')
for (const file of readdirSync(SOURCES).sort()) if (!NOT_DRAWING.test(file)) renderer.update(readFileSync(join(SOURCES, file)))
const rendererHash = renderer.digest('hex')

/**
 * A picture taken before with the same code, or a new one.
 * @param description everything that the picture follows from
 */
export async function taken(description: unknown, take: () => Promise<Photograph>): Promise<Photograph> {
  const name = createHash('sha256').update(rendererHash).update(JSON.stringify(description)).digest('hex').slice(0, 24)
  const [picture, notes] = [join(FOLDER, `${name}.jpg`), join(FOLDER, `${name}.json`)]
  if (existsSync(notes)) return { ...JSON.parse(readFileSync(notes, 'utf8')).photograph, image: readFileSync(picture) }
  const { image, ...rest } = await take()
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(picture, image)
  writeFileSync(notes, JSON.stringify({ photograph: rest, description }))
  return { image, ...rest }
}
