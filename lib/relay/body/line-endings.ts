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

  private isClean(bytes: Buffer): boolean {
    let union = 0
    let before = 0
    let isClean = true
    for (let i = 0; i < bytes.length; i++) {
      const byte = bytes[i] as number
      union |= byte
      if ((byte === LF) !== (before === CR)) isClean = false
      before = byte
    }
    if (union > 127) this.hasEightBit = true
    // What follows a CR at the end is the CR that is held.
    return isClean && before !== CR
  }
}

const repair = (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n'), 'latin1')
