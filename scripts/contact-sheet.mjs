#!/usr/bin/env node
/**
 * `npm run contact-sheet`: every page, light and dark on a desk and light on a phone, side by side on a few large
 * pictures in `dist/contact-sheet/`. The pages come from `app/`, with the data that the end-to-end tests make.
 */
import { spawnSync } from 'node:child_process'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const SHOTS = 'dist/contact-sheet/shots'
/** How large a page is on the sheet, and how many stand in a row. */
const LOOKS = {
  light: { width: 480, height: 300, columns: 4 },
  dark: { width: 480, height: 300, columns: 4 },
  phone: { width: 260, height: 563, columns: 7 },
}
const GAP = 16
const LABEL = 24
const ROWS = 4

await rm('dist/contact-sheet', { recursive: true, force: true })
await mkdir(SHOTS, { recursive: true })
const test = spawnSync(process.execPath, ['scripts/test.mjs', '--only', 'e2e', '--project=browser', 'flows/contact-sheet'], {
  stdio: 'inherit',
  env: { ...process.env, CONTACT_SHEET: SHOTS },
})
if (test.status !== 0) process.exit(test.status ?? 1)

for (const [look, { width, height, columns }] of Object.entries(LOOKS)) {
  const files = (await readdir(SHOTS)).filter((file) => file.endsWith(`.${look}.png`)).sort()
  const perSheet = columns * ROWS
  for (let first = 0; first < files.length; first += perSheet) {
    const here = files.slice(first, first + perSheet)
    const tiles = await Promise.all(here.map((file) => tile(file, look, width, height)))
    const sheet = sharp({
      create: {
        width: columns * (width + GAP) + GAP,
        height: Math.ceil(here.length / columns) * (height + LABEL + GAP) + GAP,
        channels: 3,
        background: '#888888',
      },
    })
    const placed = tiles.map((input, index) => ({
      input,
      left: GAP + (index % columns) * (width + GAP),
      top: GAP + Math.floor(index / columns) * (height + LABEL + GAP),
    }))
    const name = `dist/contact-sheet/${look}-${1 + first / perSheet}.png`
    await sheet.composite(placed).png({ palette: true }).toFile(name)
    console.log(name)
  }
}

/**
 * One page, small, under its name.
 * @param {string} file
 * @param {string} look
 * @param {number} width
 * @param {number} height
 */
async function tile(file, look, width, height) {
  const name = file.slice(4, -`.${look}.png`.length).replaceAll('+', '/').replaceAll('&', '&amp;')
  const label = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL}"><rect width="100%" height="100%" fill="#222"/><text x="6" y="17" font-family="sans-serif" font-size="14" fill="#fff">${name}</text></svg>`
  const page = await sharp(await readFile(join(SHOTS, file)))
    .resize(width, height, { fit: 'cover', position: 'top' })
    .png()
    .toBuffer()
  return sharp({ create: { width, height: height + LABEL, channels: 3, background: '#fff' } })
    .composite([
      { input: Buffer.from(label), left: 0, top: 0 },
      { input: page, left: 0, top: LABEL },
    ])
    .png()
    .toBuffer()
}
