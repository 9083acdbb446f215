/**
 * `npm run extract:outlines`: writes the glyph outlines that specimens are drawn with, so that drawing them needs no font
 * on the machine. Run once; needed again only for other characters. OCR-B comes from Debian's fonts-ocr-b.
 */
import { readFile, writeFile } from 'node:fs/promises'
// @ts-expect-error it has no types
import opentype from 'opentype.js'
import { inProject } from './lib/root.mjs'

const OCR_B = '/usr/share/fonts/opentype/ocr-b'
const SANS = inProject('node_modules/@fontsource/instrument-sans/files')
const UNITS = 1000
const MRZ_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'
const LATIN = ` ${MRZ_CHARACTERS}abcdefghijklmnopqrstuvwxyz.,-/'():`
const ACCENTED = 'ÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÙÚÛÜÝßĄĆČĎĘĚŁŃŇŐŘŚŠŤŮŰŹŻŽŞĞİŌ'

const OCR_B_LICENCE = 'Norbert Schwarz 1995, 2010 and Matthew Skala 2012: free to use, modify and distribute without limitation'
const SANS_LICENCE = 'Copyright 2022 The Instrument Sans Project Authors, SIL Open Font License 1.1'

/** @typedef {{type: 'M' | 'L' | 'Q' | 'C' | 'Z', x: number, y: number, x1: number, y1: number, x2: number, y2: number}} Command */
/** @typedef {Record<string, {advance: number, path: string}>} Glyphs by character */

/** @param {string[]} files the first one that has a character draws it @param {string} characters */
async function extract(files, characters) {
  const fonts = await Promise.all(files.map(async (file) => opentype.parse(toArrayBuffer(await readFile(file)))))
  /** @type {Glyphs} */
  const glyphs = {}
  for (const character of characters) {
    const font = fonts.find((/** @type {any} */ candidate) => candidate.charToGlyphIndex(character) > 0)
    if (!font) throw new Error(`no font has ${character}`)
    const glyph = font.charToGlyph(character)
    glyphs[character] = { advance: Math.round((glyph.advanceWidth * UNITS) / font.unitsPerEm), path: pathOf(glyph) }
  }
  return glyphs
}

const toArrayBuffer = (/** @type {Buffer} */ buffer) => buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength)

const pathOf = (/** @type {any} */ glyph) => glyph.getPath(0, 0, UNITS).commands.map(commandText).join('')

/** @param {Command} command */
function commandText({ type, x, y, x1, y1, x2, y2 }) {
  const points = { M: [x, y], L: [x, y], Q: [x1, y1, x, y], C: [x1, y1, x2, y2, x, y], Z: [] }[type]
  return type + points.map((value) => Math.round(value)).join(' ')
}

/** @type {Record<string, {licence: string, glyphs: Glyphs}>} */
const faces = {}
for (const name of ['OCRB', 'OCRBS']) {
  faces[name] = { licence: OCR_B_LICENCE, glyphs: await extract([`${OCR_B}/${name}.otf`], MRZ_CHARACTERS) }
}
const weights = { Sans: 400, SansBold: 600 }
for (const [name, weight] of Object.entries(weights)) {
  const files = ['latin', 'latin-ext'].map((subset) => `${SANS}/instrument-sans-${subset}-${weight}-normal.woff`)
  faces[name] = { licence: SANS_LICENCE, glyphs: await extract(files, LATIN + ACCENTED) }
}

/** One glyph a line: a change shows as the change of that glyph. */
const lines = Object.entries(faces).map(([name, { licence, glyphs }]) => {
  const rows = Object.entries(glyphs).map(([character, glyph]) => `      ${JSON.stringify(character)}: ${JSON.stringify(glyph)}`)
  return `  ${JSON.stringify(name)}: {\n    "licence": ${JSON.stringify(licence)},\n    "glyphs": {\n${rows.join(',\n')}\n    }\n  }`
})
await writeFile(inProject('lib/documents/specimen/outlines.json'), `{\n${lines.join(',\n')}\n}\n`)
