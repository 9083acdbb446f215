import { WalletRefusal } from './refusals'
import type { Refused } from './types'

/** What the checks threw, as an answer; a fault of ours is thrown on. */
export async function refusedOr<Result>(work: () => Promise<Result>): Promise<Result | Refused> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WalletRefusal) return { outcome: 'refused', code: error.code, detail: error.detail }
    throw error
  }
}
