import { createRequire } from 'node:module'
import { createWorker, type Worker } from 'tesseract.js'
import { LAYOUTS } from '#lib/documents/mrz/layout'

let worker: Promise<Worker> | undefined

/** What a careful user of tesseract.js gets: its text, and in it the lines that have the length of a zone's. */
export async function readWithTesseract(image: Uint8Array): Promise<string[] | undefined> {
  worker ??= start()
  const { data } = await (await worker).recognize(Buffer.from(image), { rotateAuto: true })
  const lines = data.text
    .split('\n')
    .map((line) =>
      line
        .toUpperCase()
        .replaceAll('«', '<<')
        .replace(/[^A-Z0-9<]/g, ''),
    )
    .filter((line) => line.length >= 28)
  for (const { rows, columns } of Object.values(LAYOUTS)) {
    const start = lines.findIndex(
      (_, index) => index + rows <= lines.length && lines.slice(index, index + rows).every((line) => Math.abs(line.length - columns) <= 3),
    )
    if (start >= 0) return lines.slice(start, start + rows).map((line) => line.slice(0, columns).padEnd(columns, '<'))
  }
  return undefined
}

async function start() {
  const langPath = createRequire(import.meta.url)
    .resolve('@tesseract.js-data/eng/package.json')
    .replace('package.json', '4.0.0_best_int')
  const started = await createWorker('eng', 1, { langPath, cacheMethod: 'none', gzip: true })
  await started.setParameters({ debug_file: '/dev/null' } as object)
  return started
}
