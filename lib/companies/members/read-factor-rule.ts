import { withDatabase } from '#lib/core/db'
import { findFactorRule, findMembers } from './store'

/** Whether the company requires a second factor of everybody, and how many of its people have none. */
export const readFactorRule = (companyId: string) =>
  withDatabase(async (db) => {
    const members = await findMembers(db, companyId)
    return { isRequired: await findFactorRule(db, companyId), without: members.filter(({ hasFactor }) => !hasFactor).length }
  })
