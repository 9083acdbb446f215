import type { PersonVault } from '#lib/users/person'
import { type Disclosed, parseDisclosed } from './question'

/** What came of a question, for the pages of whoever answered it. */
export type KeptAnswer = {
  pageToken: string
  /** Six of them, that prove on the computer whose phone it was. */
  digits: string
  /** Null where there is nothing to review. */
  disclosed: Disclosed | null
}

const place = (row: string) => ({ table: 'wallet_requests', row, column: 'answer_sealed' })

export const sealAnswer = (vault: PersonVault, id: string, answer: KeptAnswer) => vault.sealSecret(JSON.stringify(answer), place(id))

export function openAnswer(vault: PersonVault, id: string, sealed: Uint8Array): KeptAnswer {
  const { disclosed, ...answer } = JSON.parse(vault.openSecret(sealed, place(id))) as KeptAnswer
  return { ...answer, disclosed: disclosed && parseDisclosed(JSON.stringify(disclosed)) }
}
