import { createRequire } from 'node:module'
import sharp from 'sharp'
import { createWorker, PSM, type Worker, type WorkerParams } from 'tesseract.js'
import type { GreyImage } from '../image/grey'

/** Confidence is 0–100. */
export type Word = { text: string; confidence: number }

let worker: Promise<Worker> | undefined

/** Plain words in a picture, in reading order. */
export async function readWords({ data, width, height }: GreyImage): Promise<Word[]> {
  worker ??= startWorker()
  const page = await sharp(data, { raw: { width, height, channels: 1 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const result = await (await worker).recognize(page, {}, { text: false, blocks: true })
  const paragraphs = (result.data.blocks ?? []).flatMap((block) => block.paragraphs)
  return paragraphs.flatMap((paragraph) => paragraph.lines).flatMap((line) => line.words.map(({ text, confidence }) => ({ text, confidence })))
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
  const started = await createWorker('eng', 1, { langPath, cacheMethod: 'none', gzip: true })
  // Its remarks about pictures would go to our error output.
  await started.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT, user_defined_dpi: '300', debug_file: '/dev/null' } as Partial<WorkerParams>)
  return started
}
