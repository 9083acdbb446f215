import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { PICTURES } from './bench'

const TILE = { width: 300, height: 225, label: 18 }
const COLUMNS = 4
const MOST = 16

/** The first pictures that were not read as they should be, with what was said, on one sheet. Everybody on them is invented. */
export async function showFailures(file: string) {
  const folder = join(PICTURES, 'levels')
  if (!existsSync(folder)) return
  const names = readdirSync(folder).filter((name) => !name.includes('-front') && !name.includes('-short-'))
  const chosen = names.filter((_, index) => index % Math.ceil(names.length / MOST) === 0).slice(0, MOST)
  const tiles = await Promise.all(
    chosen.map(async (name, index) => {
      const picture = await sharp(join(folder, name)).resize(TILE.width, TILE.height, { fit: 'contain', background: '#222' }).toBuffer()
      const label = Buffer.from(
        `<svg width="${TILE.width}" height="${TILE.label}"><text x="3" y="13" font-size="10" font-family="sans-serif">${name.replace('.jpg', '').slice(0, 62)}</text></svg>`,
      )
      const [left, top] = [(index % COLUMNS) * TILE.width, Math.floor(index / COLUMNS) * (TILE.height + TILE.label)]
      return [
        { input: picture, left, top },
        { input: label, left, top: top + TILE.height },
      ]
    }),
  )
  const height = Math.ceil(chosen.length / COLUMNS) * (TILE.height + TILE.label)
  if (height === 0) return
  await sharp({ create: { width: COLUMNS * TILE.width, height, channels: 3, background: '#fff' } })
    .composite(tiles.flat())
    .jpeg({ quality: 60 })
    .toFile(file)
}
