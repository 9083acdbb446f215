import { transaction } from '#lib/core/db'
import { forgetDocumentsOf } from '../store/documents'
import { forgetPersonIn } from '../store/verifications'
import { deleteContest, findContestsOf, restoreClaims } from './store'

/**
 * Takes somebody who is about to be erased out of what is on other shards than theirs: their documents are free, what they contested
 * counts again for whoever has it, and verdicts are of nobody. All of it may be done twice: should we not get to the end, whoever
 * erases them begins anew.
 */
export async function forgetInVerifications(userId: string): Promise<void> {
  for (const contest of await transaction((tx) => findContestsOf(tx, userId))) {
    await transaction((tx) => restoreClaims(tx, contest))
    await transaction((tx) => deleteContest(tx, contest))
  }
  await forgetDocumentsOf(userId)
  await forgetPersonIn(userId)
}
