import { expect, it } from 'vitest'
import { stuffDots } from './stuff-dots'

it.each([
  ['Hello\r\n', 'Hello\r\n'],
  ['.\r\n', '..\r\n'],
  ['a\r\n.\r\n..b\r\n.c.d\r\n', 'a\r\n..\r\n...b\r\n..c.d\r\n'],
  ['\r\n.\r\n.\r\n', '\r\n..\r\n..\r\n'],
])('doubles the dots that begin a line of %j, however it is cut', (text, stuffed) => {
  for (let cut = 0; cut <= text.length; cut++) {
    const [one, other] = [text.slice(0, cut), text.slice(cut)].map((part) => Buffer.from(part)) as [Buffer, Buffer]
    const startsLine = cut === 0 || text[cut - 1] === '\n'
    const whole = Buffer.concat([stuffDots(one, true), other.length > 0 ? stuffDots(other, startsLine) : other])
    expect(whole.toString()).toBe(stuffed)
  }
})
