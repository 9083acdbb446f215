import { randomBytes } from 'node:crypto'
import { base32 } from '#lib/core/base32'
import { isProofOf, proofOf } from '../proof'

/** Says that a mail passed here before. Mail that comes back with it would go round for ever. */
export const LOOP_HEADER = 'X-Signet-Loop'

export function loopToken(): string {
  const random = base32(randomBytes(10))
  return `${random}-${proofOf('loop', random)}`
}

export function isLoopToken(text: string): boolean {
  const [random = '', proof = ''] = text.trim().split('-')
  return isProofOf('loop', random, proof)
}
