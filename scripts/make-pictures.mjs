#!/usr/bin/env node
/**
 * Draws the pictures that browsers and other sites show for Signet from its mark: `app/favicon.ico`, `app/apple-icon.png`
 * and `app/opengraph-image.png`. Run it when the mark changes, and commit what it draws.
 */
import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'

const INK = '#18181b'
const GROUND = '#f6f5f1'
const ACCENT = '#0b5d4b'
const SOFT = '#5b5a63'

/** @param {string} ground */
const mark = (ground) => `<g fill="none" stroke="${ACCENT}">
  <circle cx="16" cy="19" r="10" stroke-width="2.5"/>
  <path d="M9 3h14l3.5 6.5L16 17 5.5 9.5z" fill="${ACCENT}" stroke="none"/>
  <path d="M12.6 7.6h6.8M16 7.6v4.6" stroke="${ground}" stroke-width="1.8" stroke-linecap="round"/>
</g>`

/** @param {string} svg */
const draw = (svg) => sharp(Buffer.from(svg), { density: 300 }).png({ compressionLevel: 9 })

/**
 * @param {number} size
 * @param {number} inset
 * @param {string} [ground]
 */
const icon = (size, inset, ground) => {
  const scale = (size - 2 * inset) / 32
  const back = ground ? `<rect width="${size}" height="${size}" fill="${ground}"/>` : ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">${back}<g transform="translate(${inset} ${inset}) scale(${scale})">${mark(ground ?? GROUND)}</g></svg>`
  return draw(svg).resize(size, size).toBuffer()
}

/**
 * An icon file around one PNG.
 * @param {Buffer} png
 * @param {number} size
 */
function ico(png, size) {
  const head = Buffer.alloc(22)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(22, 18)
  return Buffer.concat([head, png])
}

/** One person as three apps know them: what the front page shows. */
const rows = [
  ['Corner bookshop', 'Zk3vXo9rT1mQe7bYw2cN5A', ACCENT],
  ['Late-night cinema', 'pW81nUeLxq0RgK4sVd6hJc', ACCENT],
  ['City library', 'b9TzFf2oMi5yCj7aQ3XlEw', SOFT],
]

const card = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" font-family="Georgia, 'DejaVu Serif', serif">
  <rect width="1200" height="630" fill="${GROUND}"/>
  <g transform="translate(80 70) scale(2)">${mark(GROUND)}</g>
  <text x="164" y="120" font-size="46" fill="${INK}">Signet</text>
  <text x="80" y="246" font-size="66" fill="${INK}">Log in with what you choose</text>
  <text x="80" y="326" font-size="66" fill="${INK}">to share</text>
  ${rows
    .map(
      ([name, sub, colour], index) => `<line x1="80" x2="1120" y1="${392 + index * 66}" y2="${392 + index * 66}" stroke="#e0ddd4" stroke-width="2"/>
  <text x="80" y="${436 + index * 66}" font-size="32" fill="${INK}">${name}</text>
  <text x="520" y="${434 + index * 66}" font-size="28" font-family="Menlo, 'DejaVu Sans Mono', monospace" fill="${colour}"${colour === SOFT ? ' text-decoration="line-through"' : ''}>${sub}</text>`,
    )
    .join('\n')}
</svg>`

await writeFile('app/favicon.ico', ico(await icon(32, 0), 32))
await writeFile('app/apple-icon.png', await icon(180, 26, GROUND))
await writeFile('app/opengraph-image.png', await draw(card).resize(1200, 630).png({ palette: true }).toBuffer())
