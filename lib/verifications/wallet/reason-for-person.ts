import { REFUSALS, type RefusalReason } from '#lib/wallet/refusals'
import type { WalletEnding } from './refuse-answer'

type OwnReason = Exclude<WalletEnding, keyof typeof REFUSALS>

/** The sentence that a person reads for a code. */
export const reasonForPerson = (code: WalletEnding): RefusalReason | OwnReason =>
  code in REFUSALS ? REFUSALS[code as keyof typeof REFUSALS] : (code as OwnReason)
