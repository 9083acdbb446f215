import { REFUSALS, type RefusalCode, type RefusalReason, reasonOf } from '#lib/wallet/refusals'
import type { WalletEnding } from './refuse-answer'

type OwnReason = Exclude<WalletEnding, RefusalCode>

const isOfACheck = (code: WalletEnding): code is RefusalCode => code in REFUSALS

/** The sentence that a person reads for a code. */
export const reasonForPerson = (code: WalletEnding): RefusalReason | OwnReason => (isOfACheck(code) ? reasonOf(code) : code)
