import type { Queryable } from '#lib/core/db'
import { finishInteraction, type HeldInteraction, supersedeCode } from '../interaction/store'
import { RESUBMIT_SECONDS } from '../lifetimes'
import { deletePushedRequest } from '../pushed-request/store'
import type { AuthorizationRequest } from '../schema'
import { type CodeBasis, newCode } from './new-code'
import { insertCode } from './store'

/**
 * The code of an interaction that somebody answered. Answered twice, by a double click or a reload, it has one live code,
 * the newest; one that the app redeemed meanwhile stays redeemed, and what came of it stays. A pushed request is spent.
 * @param held the caller holds its lock
 * @returns null when consent, app or session ended meanwhile
 */
export async function giveCode(tx: Queryable, held: HeldInteraction, request: AuthorizationRequest, basis: CodeBasis): Promise<string | null> {
  const { secret, stored } = newCode(request, basis)
  if (!(await insertCode(tx, stored, { isRepeated: held.codeHash !== null }))) return null
  if (held.codeHash) await supersedeCode(tx, held.codeHash)
  if (held.pushedHash) await deletePushedRequest(tx, held.pushedHash)
  await finishInteraction(tx, held.id, { codeHash: stored.hash, isDenied: false }, RESUBMIT_SECONDS)
  return secret
}
