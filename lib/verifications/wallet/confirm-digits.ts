import { timingSafeEqual } from 'node:crypto'
import { requireAccount } from '#lib/users/account/open-account'
import { asOwner, type Visitor } from '../page/visitor'
import { DIGIT_TRIES } from './lifecycle'
import { ownAnswer } from './own-answer'
import { refuseAnswer } from './refuse-answer'
import { openAnswer } from './sealed-answer'
import { changeWalletRequest, deleteWalletRequest, lockWalletRequest } from './store'

export type Digits = { kind: 'right' | 'stale' | 'over' } | { kind: 'wrong'; triesLeft: number }

/**
 * The digits that the phone showed, typed where it began: only whoever has both goes on. Without them a code that was sent
 * on would let somebody use another person's wallet.
 */
export async function confirmDigits(visitor: Visitor, typed: string): Promise<Digits> {
  let outcome: Digits = { kind: 'stale' }
  await asOwner(visitor, ['in_progress'], async (tx, session) => {
    const row = await lockWalletRequest(tx, session.id)
    if (row?.status !== 'presented' || !row.answerSealed) return
    const { vault } = await requireAccount(tx, visitor.userId)
    const { digits, disclosed } = openAnswer(vault, row.id, row.answerSealed)
    if (!disclosed) return
    if (isSame(typed, digits)) {
      await ownAnswer(tx, session, row, disclosed, vault)
      outcome = { kind: 'right' }
      return
    }
    const wrongDigits = row.wrongDigits + 1
    if (wrongDigits >= DIGIT_TRIES) await refuseAnswer(tx, row, session, 'digits_wrong', { wrongDigits })
    else await changeWalletRequest(tx, row, { wrongDigits })
    outcome = wrongDigits >= DIGIT_TRIES ? { kind: 'over' } : { kind: 'wrong', triesLeft: DIGIT_TRIES - wrongDigits }
  })
  return outcome
}

const isSame = (typed: string, digits: string) => {
  const given = Buffer.from(typed.replace(/\s/g, ''))
  return given.length === digits.length && timingSafeEqual(given, Buffer.from(digits))
}

/** The person shows their document another way. */
export const leaveWallet = (visitor: Visitor) => asOwner(visitor, ['in_progress'], (tx, { id }) => deleteWalletRequest(tx, id))
