import { isAscii } from 'node:buffer'

const CR = 13
const LF = 10

/**
 * Makes every line end CRLF, over pieces as they come. A bare CR or LF would be a line end to some receivers and none to
 * others, which is what smuggled commands and broken signatures live on.
 */
export class LineEndings {
  private heldCr = false
  /** Whether any byte so far was above 127. */
  hasEightBit = false

  /** @returns the piece with whole line ends only; a CR at its end waits for what follows */
  push(piece: Buffer): Buffer {
    const whole = this.heldCr ? Buffer.concat([Buffer.of(CR), piece]) : piece
    this.heldCr = whole.at(-1) === CR
    const ready = this.heldCr ? whole.subarray(0, -1) : whole
    return this.isClean(ready) ? ready : repair(ready)
  }

  end(): Buffer {
    return this.heldCr ? Buffer.from('\r\n') : Buffer.alloc(0)
  }

  /** Goes from line end to line end: native searches take a quarter of the time of a loop over the bytes. */
  private isClean(bytes: Buffer): boolean {
    if (!isAscii(bytes)) this.hasEightBit = true
    let unpaired = 0
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
      if (bytes[at - 1] !== CR) return false
      unpaired--
    }
    for (let at = bytes.indexOf(CR); at >= 0; at = bytes.indexOf(CR, at + 1)) unpaired++
    return unpaired === 0
  }
}

const repair = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n'), 'latin1')
