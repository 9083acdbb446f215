import { type Prisma, transaction } from '#lib/core/db'
import type { CompanyActor } from '../schema'
import { lockCompany } from '../verification/store'
import { findMember } from './store'

type HeldMember = NonNullable<Awaited<ReturnType<typeof findMember>>>

/**
 * One change of a company's people at a time. The company is held and the actor read again under it: whoever was
 * demoted or removed a moment ago, by a change this one waited for, has no longer the say they had.
 */
export const withMembersHeld = <Result>(
  actor: CompanyActor,
  work: (tx: Prisma, self: HeldMember) => Promise<Result>,
): Promise<Result | 'forbidden'> =>
  transaction(async (tx) => {
    await lockCompany(tx, actor.companyId)
    const self = actor.id ? await findMember(tx, actor.companyId, actor.id) : null
    return self ? work(tx, self) : 'forbidden'
  })
