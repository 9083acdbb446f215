import { withDatabase } from '#lib/core/db'
import { findApiKeys } from './panel-store'

/** A company's keys, newest first, without anything a key could be made from. Spec: API key, Display. */
export const listApiKeys = (companyId: string) => withDatabase((db) => findApiKeys(db, companyId))
