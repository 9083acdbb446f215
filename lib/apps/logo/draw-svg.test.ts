import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { redrawLogo } from './redraw-logo'

const svg = (content: string, head = 'viewBox="0 0 10 10"') => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${head}>${content}</svg>`)
const RED = '<rect width="10" height="10" fill="#f00"/>'

const middleOf = async (png: Buffer) => [...(await sharp(png).extract({ left: 80, top: 80, width: 1, height: 1 }).raw().toBuffer())].slice(0, 3)

it.each([
  ['of no size', svg(RED)],
  ['of a huge size', svg(RED, 'viewBox="0 0 10 10" width="90000" height="90000"')],
  ['of a tiny size', svg(RED, 'viewBox="0 0 10 10" width="1" height="1"')],
  [
    'of a drawing program',
    Buffer.from(
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n${svg(RED)}`,
    ),
  ],
  [
    'with a gradient and a copy',
    svg(
      '<defs><linearGradient id="g"><stop stop-color="#f00"/></linearGradient><rect id="r" width="10" height="10" fill="url(#g)"/></defs><use href="#r"/>',
    ),
  ],
  ['with a handler, which never runs', svg(RED, 'viewBox="0 0 10 10" onload="alert(1)"')],
])('a drawing %s is drawn as a square PNG', async (_, bytes) => {
  const png = (await redrawLogo(bytes)) as Buffer
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 160, height: 160 })
  expect(await middleOf(png)).toEqual([255, 0, 0])
  expect(png.toString('latin1')).not.toMatch(/svg|alert|by hand/i)
})

it.each([
  ['a script', svg(`<script>alert(1)</script>${RED}`)],
  ['a script under another prefix', svg(`<s:script xmlns:s="http://www.w3.org/2000/svg">x</s:script>`)],
  ['a page inside', svg('<foreignObject><p>x</p></foreignObject>')],
  ['a picture of elsewhere', svg('<image href="https://shop.example/a.png"/>')],
  ['a file of ours', svg('<image xlink:href="file:///etc/passwd"/>')],
  ['a copy of elsewhere', svg('<use href="https://shop.example/a.svg#x"/>')],
  ['a style of elsewhere', svg('<style>@import url(https://shop.example/a.css)</style>')],
  ['a colour of elsewhere', svg('<rect style="fill:url(https://shop.example/#x)"/>')],
  ['an entity', Buffer.from(`<!DOCTYPE svg [<!ENTITY a "aaaa">]>${svg('<text>&a;</text>')}`)],
  ['a file as an entity', Buffer.from(`<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`)],
  ['a style sheet', Buffer.from(`<?xml-stylesheet href="https://shop.example/a.css"?>${svg(RED)}`)],
  ['something that moves', svg('<animate attributeName="x"/>')],
  ['a filter', svg('<filter id="f"><feGaussianBlur stdDeviation="9999"/></filter>')],
  ['copies without end', svg('<use href="#a"/>'.repeat(17))],
  [
    'copies of copies',
    svg(
      `<g id="g0">${RED}</g>${Array.from({ length: 9 }, (_, nth) => `<g id="g${nth + 1}"><use href="#g${nth}"/><use href="#g${nth}"/></g>`).join('')}`,
    ),
  ],
  ['more than a logo is', svg(`<path d="${'M0 0'.repeat(60_000)}"/>`)],
  ['another alphabet', Buffer.from(`\ufeff${svg(RED)}`, 'utf16le')],
  ['a declared other alphabet', Buffer.from(`<?xml version="1.0" encoding="UTF-7"?>${svg(RED)}`)],
  ['a compressed drawing', gzipSync(svg(RED))],
  ['a torn drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect')],
])('a drawing with %s is refused', async (_, bytes) => expect(await redrawLogo(bytes)).toBeNull())
