import { randomBase62 } from '#lib/core/random-id'
import type { CredentialId } from '#lib/wallet/catalogue'
import { answerAsSpecimen } from '#lib/wallet/specimen/answer-as-specimen'
import type { MisbehaviourName } from '#lib/wallet/specimen/misbehaviour'
import type { WalletClaims } from '#lib/wallet/types'
import { walletPorts } from '#lib/wallet/wallet-ports'
import type { Begun } from '../../../../e2e/fixtures/verifications'
import { askWallet } from '../ask-wallet'
import { handOutRequest } from '../hand-out-request'
import { takeAnswer } from '../take-answer'

export const HOLDER: WalletClaims = {
  given_name: 'Erika',
  family_name: 'Muster',
  birthdate: '1990-04-05',
  age_over_18: true,
  nationality: 'UT',
  document_number: 'X123',
  document_expiry: '2034-01-31',
}

/** A question that a wallet fetched, asked in a browser with this secret. */
export async function asked({ visitor }: Pick<Begun, 'visitor'>, secret = randomBase62(43)) {
  const question = await askWallet(visitor, secret)
  if (!question) throw new Error('no wallet was asked')
  const requestObject = await handOutRequest(question.id, undefined)
  if (!requestObject) throw new Error('the question was not handed out')
  return { id: question.id, secret, requestObject }
}

export type Asked = Awaited<ReturnType<typeof asked>>

/** Another number each time: one document belongs to one account. */
export const holder = (more: WalletClaims = {}): WalletClaims => ({ ...HOLDER, document_number: randomBase62(9), ...more })

export const answerOf = ({ requestObject }: Asked, format: CredentialId, wrong?: MisbehaviourName, claims = holder()) =>
  answerAsSpecimen(requestObject, format, claims, wrong)

export const bring = (id: string, answer: Record<string, string>) => takeAnswer(id, answer, walletPorts())

/** The code that leads back. */
export function codeIn(taken: Awaited<ReturnType<typeof bring>>): string {
  if (taken.kind !== 'taken') throw new Error(`the answer was refused: ${taken.code}`)
  return new URL(taken.redirectUri).hash.slice(1)
}
