import { isId } from '#lib/core/random-id'
import { isProofOf, proofOf } from '../proof'

/** Marks a mail that a person sent to their own alias from the panel. */
export const TEST_HEADER = 'X-Signet-Test'

export const testToken = (testId: string) => `${testId} ${proofOf('test', testId)}`

export function testIdIn(value: string | undefined): string | null {
  const [testId = '', proof = ''] = (value ?? '').split(' ')
  return isId('tst', testId) && isProofOf('test', testId, proof) ? testId : null
}
