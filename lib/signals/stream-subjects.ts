import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { env } from '#lib/core/env'
import { requireLockedStream } from './require-stream'
import { addOwnSubject, removeOwnSubject } from './subjects-store'

type Subject = { format: string; [member: string]: unknown }

/**
 * Whose signals a stream carries. Nobody learns here whether there is such a person: what is not a `sub` of an app of the
 * company's is passed over without a word.
 * @see OpenID Shared Signals Framework 1.0 §8.1.3, §10.1
 * @throws ApiError `not_found` for another stream, `invalid_request` for a subject without what its format needs
 */
export const addSubject = (actor: CompanyActor, id: string, subject: Subject) => change(actor, id, subject, addOwnSubject)

export const removeSubject = (actor: CompanyActor, id: string, subject: Subject) => change(actor, id, subject, removeOwnSubject)

const change = (actor: CompanyActor, id: string, subject: Subject, work: typeof addOwnSubject): Promise<null> =>
  transaction(async (tx) => {
    await requireLockedStream(tx, actor.companyId, id)
    const sub = subOf(subject)
    if (sub !== null) await work(tx, id, actor.companyId, sub)
    return null
  })

/** @see RFC 9493 §3.2.4 */
function subOf({ format, iss, sub }: Subject): string | null {
  if (format !== 'iss_sub') return null
  if (typeof iss !== 'string' || typeof sub !== 'string') throw new ApiError('invalid_request', 'subject: iss_sub needs iss and sub')
  return iss === env().BASE_URL && sub.length <= 100 ? sub : null
}
