import { claimAddress } from '#lib/accounts/addresses/claim-address'
import { withAddress } from '#lib/accounts/addresses/settle-addresses'
import type { Client } from '#lib/accounts/client'
import { type Refusal, takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { recordAudit } from '#lib/audit/store'
import { transaction } from '#lib/core/db'
import { mailboxOf } from '#lib/core/email-address'
import { inEvenTime } from '#lib/core/even-time'
import { hashPassword } from '#lib/core/passwords'
import { newId, randomBase62 } from '#lib/core/random-id'
import { newIdOn, shardOfCompany } from '#lib/core/shard'
import type { Locale } from '#lib/i18n/locales'
import { STAFF_ADDRESSES } from './staff-addresses'
import { mailStaffLink } from './staff-link'
import { mailStaff } from './staff-mail'
import { insertCompany } from './store'

const FLOOR_MS = 400

export type NewCompany = { company: string; name: string; email: string; password: string }

/**
 * A company signs itself up. The answer and its time are the same whether the address is new or taken: the mail tells,
 * so that nobody learns who works where. A registration that nobody confirmed is replaced.
 * @returns the secret the browser keeps until the address is confirmed
 */
export const registerCompany = (
  input: NewCompany,
  locale: Locale,
  { network }: Pick<Client, 'network'>,
): Promise<{ kind: 'mailed'; browserSecret: string } | { kind: 'busy' } | Refusal> =>
  inEvenTime(FLOOR_MS, async () => {
    const browserSecret = randomBase62(43)
    const allowance = await takeAllowance(
      { act: 'registration', realm: 'staff', by: 'network', subject: network },
      { act: 'registration', realm: 'staff', by: 'service', subject: '' },
      { act: 'registration', realm: 'staff', by: 'mailbox', subject: mailboxOf(input.email) },
    )
    if (allowance.kind !== 'taken') return allowance
    const passwordHash = await hashPassword(input.password, network)
    if (passwordHash === null) return { kind: 'busy' }
    const { email, name } = input
    const companyId = newId('cmp')
    const staffId = newIdOn('stf', shardOfCompany(companyId))
    const claim = await claimAddress(STAFF_ADDRESSES, email, staffId)
    // Where it is being registered at this moment, the other request sends the mail.
    if (claim.kind === 'held') await transaction((tx) => mailStaff(tx, { id: claim.holder.id, email }, 'staff_exists', '/company/recover', locale))
    if (claim.kind === 'claimed') {
      await withAddress(claim.address, () =>
        transaction(async (tx) => {
          await insertCompany(tx, { id: companyId, name: input.company }, claim.address, { email, name, passwordHash }, false)
          await recordAudit(tx, { companyId, kind: 'staff', id: staffId }, { action: 'company.created', target: { kind: 'company', id: companyId } })
          await mailStaffLink(tx, { id: staffId, email }, 'confirm', locale, browserSecret)
        }),
      )
    }
    return { kind: 'mailed', browserSecret }
  })
