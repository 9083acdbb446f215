import { transaction } from '#lib/core/db'
import type { AccessTime } from '#lib/grants/access-time'
import { EVIDENCE, isAlwaysGranted } from '#lib/scopes/catalog'
import { fillInNames, type StatedNames } from '#lib/users/account/fill-in-names'
import { insertOwn } from '#lib/verifications/page/start-own'
import { INTERACTION_SECONDS } from '../lifetimes'
import type { OpenInteraction, ResumedStep } from './open-interaction'
import { extendInteraction } from './store'

/**
 * The person verifies a document before they answer. The question waits, a whole lifetime from now on, and the
 * verification knows the way back to it with what was unticked and chosen there; a name that was filled in is kept in the
 * profile, where it goes anyway. No company is told of any of it.
 */
export const verifyFirst = (
  { interaction, scopes }: OpenInteraction,
  userId: string,
  { ticked, lasts, names }: { ticked: readonly string[]; lasts: AccessTime; names: StatedNames },
): Promise<ResumedStep> =>
  transaction(async (tx) => {
    if (!(await extendInteraction(tx, interaction.id, INTERACTION_SECONDS))) return { kind: 'expired' }
    await fillInNames(tx, userId, names)
    const boxes = [...scopes.filter((scope) => !isAlwaysGranted(scope)), ...(interaction.request.askedVerified === undefined ? [] : [EVIDENCE])]
    const off = boxes.filter((box) => !ticked.includes(box))
    const back = `/consent/${interaction.id}?${new URLSearchParams({ ...(off.length > 0 && { off: off.join(' ') }), lasts })}`
    return { kind: 'visit_page', path: await insertOwn(tx, userId, { back }) }
  })
