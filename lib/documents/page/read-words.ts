import { createRequire } from 'node:module'
import sharp from 'sharp'
import { createWorker, PSM, type Worker, type WorkerParams } from 'tesseract.js'
import type { GreyImage } from '../image/grey'
import { composeLines, type Piece, type Setting, toPage } from './compose-lines'
import type { LineWord, PageLine } from './find-values'

/** How a pass looks at text. */
export type Look = Setting & {
  /** The characters there may be; all when left out. */
  only?: string
}

let worker: Promise<Worker> | undefined

/**
 * Reads pieces of text, all at once, each into a line of words.
 * @param among all pieces of the page: what stands beside one is not read with it
 */
export async function readLines(pieces: readonly Piece[], { only = '', ...setting }: Look, among: readonly Piece[] = pieces): Promise<PageLine[]> {
  if (pieces.length === 0) return []
  const sheet = composeLines(pieces, among, setting)
  const words = new Map<Piece, LineWord[]>()
  for (const { text, confidence, bbox: box } of await recognise(sheet.image, only)) {
    const place = toPage(sheet, { left: box.x0, top: box.y0, right: box.x1, bottom: box.y1 })
    if (!place) continue
    const { left, right } = place.box
    words.set(place.piece, [...(words.get(place.piece) ?? []), { text, confidence, left, right }])
  }
  return pieces.map((piece) => ({ ...piece, words: (words.get(piece) ?? []).sort((one, other) => one.left - other.left) }))
}

/** Words with their letters, in pixels of the sheet. */
export async function recognise({ data, width, height }: GreyImage, only = '') {
  worker ??= startWorker()
  const sheet = await sharp(data, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const reader = await worker
  await reader.setParameters({ tessedit_char_whitelist: only })
  const { blocks } = (await reader.recognize(sheet, {}, { text: false, blocks: true })).data
  return (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines.flatMap(({ words }) => words)))
}

/** Ends the reader's thread; the next call starts another. */
export async function closeWordReader() {
  const running = worker
  worker = undefined
  await (await running)?.terminate()
}

/** Everything comes from installed packages: nothing is fetched, nothing is cached. */
async function startWorker(): Promise<Worker> {
  const packageFile = createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json')
  const langPath = packageFile.replace('package.json', '4.0.0_best_int')
  // Names and numbers stand in no dictionary.
  const started = await createWorker('eng', 1, { langPath, cacheMethod: 'none', gzip: true }, { load_system_dawg: '0', load_freq_dawg: '0' })
  await started.setParameters({
    tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
    user_defined_dpi: '300',
    // Ink is black here: nothing is gained by reading each doubtful line again as a negative.
    tessedit_do_invert: '0',
    // Its remarks about pictures would go to our error output.
    debug_file: '/dev/null',
  } as Partial<WorkerParams>)
  return started
}
