import type { Client } from '#lib/accounts/client'
import { type Refusal, takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { recordAudit } from '#lib/audit/store'
import { databaseCode, type Prisma, transaction } from '#lib/core/db'
import { mailboxOf } from '#lib/core/email-address'
import { inEvenTime } from '#lib/core/even-time'
import { hashPassword } from '#lib/core/passwords'
import { newId, randomBase62 } from '#lib/core/random-id'
import type { Locale } from '#lib/i18n/locales'
import { deleteUnconfirmedStaff } from './members/store'
import { mailStaffLink } from './staff-link'
import { mailStaff } from './staff-mail'
import { findStaffByEmail } from './staff-store'
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
    try {
      await transaction((tx) => write(tx, input, passwordHash, locale, browserSecret))
    } catch (error) {
      // The same address registered twice at once: the other request sends the mail.
      if (!['P2002', '23505'].includes(databaseCode(error))) throw error
    }
    return { kind: 'mailed', browserSecret }
  })

async function write(tx: Prisma, input: NewCompany, passwordHash: string, locale: Locale, browserSecret: string): Promise<void> {
  const { email, name } = input
  await deleteUnconfirmedStaff(tx, email)
  const known = await findStaffByEmail(tx, email)
  if (known) return mailStaff(tx, { id: known.id, email }, 'staff_exists', '/company/recover', locale)
  const [companyId, staffId] = [newId('cmp'), newId('stf')]
  await insertCompany(tx, { id: companyId, name: input.company }, { id: staffId, email, name, passwordHash }, false)
  await recordAudit(tx, { companyId, kind: 'staff', id: staffId }, { action: 'company.created', target: { kind: 'company', id: companyId } })
  await mailStaffLink(tx, { id: staffId, email }, 'confirm', locale, browserSecret)
}
