/** Puts a compressed copy beside every static file, made once with the strongest setting instead of at each request. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/
const FORMATS = { br: promisify(brotliCompress), gz: promisify(gzip) }

export async function precompress(dir) {
  const files = readdirSync(dir, { recursive: true }).filter((file) => COMPRESSIBLE.test(file))
  for (const file of files.map((name) => path.join(dir, name))) {
    const content = readFileSync(file)
    for (const [suffix, compress] of Object.entries(FORMATS)) writeFileSync(`${file}.${suffix}`, await compress(content))
  }
}
