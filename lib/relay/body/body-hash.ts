import { createHash } from 'node:crypto'

const CRLF = Buffer.from('\r\n')

/**
 * SHA-256 of a body in the "simple" canonical form, over pieces whose line ends are CRLF: empty lines at the end do not
 * count, and the last line has an end. @see RFC 6376 §3.4.3
 */
export class BodyHash {
  private readonly hash = createHash('sha256')
  private heldLineEnds = 0

  push(piece: Buffer): void {
    let end = piece.length
    while (end >= 2 && piece[end - 1] === 10 && piece[end - 2] === 13) end -= 2
    const lineEnds = (piece.length - end) / 2
    if (end === 0) {
      this.heldLineEnds += lineEnds
      return
    }
    for (; this.heldLineEnds > 0; this.heldLineEnds--) this.hash.update(CRLF)
    this.hash.update(piece.subarray(0, end))
    this.heldLineEnds = lineEnds
  }

  end(): string {
    return this.hash.update(CRLF).digest('base64')
  }
}
