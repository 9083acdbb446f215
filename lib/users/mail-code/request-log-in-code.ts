import { findByAddress } from '#lib/accounts/addresses/find-holder'
import type { Client } from '#lib/accounts/client'
import { CODE_SECONDS } from '#lib/accounts/links/lifetimes'
import type { Refusal } from '#lib/accounts/throttles/take-allowance'
import { type Prisma, transaction } from '#lib/core/db'
import { readEmail } from '#lib/core/email-address'
import { inEvenTime } from '#lib/core/even-time'
import { mailPerson } from '#lib/mail/person-mail'
import type { MailKind } from '#lib/mail/templates/texts'
import { openAccount } from '../account/open-account'
import { PEOPLE_ADDRESSES } from '../addresses'
import { issueMailCode } from './issue-mail-code'
import { takeMailAllowance } from './take-mail-allowance'

const FLOOR_MS = 300

/**
 * Sends a code that logs in, to an address that has an account. Nothing in the answer, nor its time, tells whether it has.
 * @param browserSecret of the browser that asks, where alone the code counts
 */
export const requestLogInCode = (typed: string, browserSecret: string, client: Client): Promise<{ kind: 'mailed' } | Refusal> =>
  inEvenTime(FLOOR_MS, async () => {
    const email = readEmail(typed)
    if (email === null) return { kind: 'mailed' }
    const allowance = await takeMailAllowance(email, client)
    if (allowance.kind !== 'taken') return allowance
    const known = await findByAddress(PEOPLE_ADDRESSES, email)
    await transaction(async (tx) => {
      if (known?.isConfirmed) await mailLogInCode(tx, known.id, browserSecret, 'log_in_code')
    })
    return { kind: 'mailed' }
  })

/** A code for the account that there is, in a mail that says why it comes. */
export async function mailLogInCode(tx: Prisma, id: string, browserSecret: string, kind: Extract<MailKind, 'log_in_code' | 'address_known'>) {
  const account = await openAccount(tx, id)
  if (!account) return
  const issued = await issueMailCode(tx, id, account.accessVersion, { purpose: 'log_in', browserSecret, lifetimeSeconds: CODE_SECONDS })
  if (issued) await mailPerson(tx, account, kind, { code: issued.code, path: kind === 'address_known' ? '/recover' : undefined })
}
