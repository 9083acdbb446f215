import type { Prisma } from '#lib/core/db'
import { recordRefusedWallet } from '#lib/users/activity/store'
import type { RefusalCode } from '#lib/wallet/refusals'
import type { Verification } from '../store/verifications'
import { nextWalletState } from './lifecycle'
import { countAnswer } from './metrics'
import { changeWalletRequest, type WalletRequest, type WalletRequestChange } from './store'

/** Why nothing came of an answer: what a check found, or what we found about whoever brought it. */
export type WalletEnding = RefusalCode | 'not_started_here' | 'digits_wrong' | 'broken'

/**
 * Ends a question without success: no attempt is used, what was asked and answered is gone, and its person's history has
 * the code. The company is told nothing. The caller holds both rows.
 */
export async function refuseAnswer(
  tx: Prisma,
  row: WalletRequest,
  session: Pick<Verification, 'userId'> | null,
  code: WalletEnding,
  change: WalletRequestChange = {},
): Promise<void> {
  const status = nextWalletState(row.status, 'refuse')
  if (!status) return
  await changeWalletRequest(tx, row, { requestSealed: null, answerSealed: null, ...change, status, refusalCode: code })
  countAnswer(code)
  if (session?.userId) await recordRefusedWallet(tx, session.userId, code)
}
