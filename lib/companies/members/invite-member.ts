import { takeAllowance } from '#lib/accounts/throttles/take-allowance'
import type { AuditAction } from '#lib/audit/actions'
import { recordAudit } from '#lib/audit/store'
import { type Prisma, withDatabase } from '#lib/core/db'
import { mailboxOf } from '#lib/core/email-address'
import { env } from '#lib/core/env'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { newIdOn, shardOfCompany } from '#lib/core/shard'
import type { Locale } from '#lib/i18n/locales'
import { enqueueMail } from '#lib/mail/outgoing-mail'
import { renderMail } from '#lib/mail/templates/render-mail'
import { MAIL_FACTS } from '#lib/mail/templates/texts'
import type { StaffRole } from '../permissions'
import type { CompanyActor } from '../schema'
import { findCompany } from '../store'
import { rolesToGive } from './judge-member-change'
import { deleteInvite, findInvite, findMembers, replaceInvite } from './store'
import { withMembersHeld } from './with-members-held'

export const INVITE_SECONDS = 7 * 24 * 3600

export type InviteOutcome = 'done' | 'unknown' | 'already_member' | 'too_many' | 'forbidden'

export const inviteHashes = (token: string) => secretHashes('sgm', token)

type Inviter = { id: string; name: string }
type Invitation = { email: string; role: StaffRole }

/**
 * Invites an address. What the answer says is the same whether the address has an account at another company or none:
 * only its owner, behind the link, is told.
 */
export async function inviteMember(actor: CompanyActor, invitation: Invitation, locale: Locale): Promise<InviteOutcome> {
  const mayMail = await takeInvitation(actor, invitation.email)
  if (mayMail === 'too_many') return 'too_many'
  return withMembersHeld(actor, async (tx, self) => {
    if (!rolesToGive(self.role).includes(invitation.role)) return 'forbidden'
    if ((await findMembers(tx, actor.companyId)).some(({ email }) => email === invitation.email)) return 'already_member'
    await sendInvite(tx, actor, self, { ...invitation, mayMail }, 'member.invited', locale)
    return 'done'
  })
}

/** Sends an invitation again, under a new link; the link before it ends. */
export async function resendInvite(actor: CompanyActor, id: string, locale: Locale): Promise<InviteOutcome> {
  const known = await withDatabase((db) => findInvite(db, actor.companyId, id))
  if (!known) return 'unknown'
  const mayMail = await takeInvitation(actor, known.email)
  if (mayMail === 'too_many') return 'too_many'
  return withMembersHeld(actor, async (tx, self) => {
    const invite = await findInvite(tx, actor.companyId, id)
    if (!invite) return 'unknown'
    if (!rolesToGive(self.role).includes(invite.role)) return 'forbidden'
    await sendInvite(tx, actor, self, { ...invite, mayMail }, 'member.invite_sent_again', locale)
    return 'done'
  })
}

/** Ends an invitation: its link opens nothing any more, and a mail that waits is not sent. */
export const withdrawInvite = (actor: CompanyActor, id: string): Promise<InviteOutcome> =>
  withMembersHeld(actor, async (tx, self) => {
    const invite = await findInvite(tx, actor.companyId, id)
    if (!invite) return 'unknown'
    if (!rolesToGive(self.role).includes(invite.role)) return 'forbidden'
    await deleteInvite(tx, id)
    await recordAudit(tx, actor, {
      action: 'member.invite_withdrawn',
      target: { kind: 'invite', id },
      before: { email: invite.email, role: invite.role },
    })
    return 'done'
  })

/**
 * Mails of one company to people who may not know it are counted, in all and to one mailbox. When a mailbox has had too
 * many from all companies together it gets none, and nobody is told: that would say that others invite the same person.
 */
async function takeInvitation({ companyId }: CompanyActor, email: string): Promise<boolean | 'too_many'> {
  const mailbox = mailboxOf(email)
  const own = await takeAllowance(
    { act: 'invitation', realm: 'staff', by: 'companyMailbox', subject: JSON.stringify([companyId, mailbox]) },
    { act: 'invitation', realm: 'staff', by: 'company', subject: companyId },
    { act: 'invitation', realm: 'staff', by: 'service', subject: '' },
  )
  if (own.kind !== 'taken') return 'too_many'
  return (await takeAllowance({ act: 'invitation', realm: 'staff', by: 'mailbox', subject: mailbox })).kind === 'taken'
}

async function sendInvite(
  tx: Prisma,
  actor: CompanyActor,
  self: Inviter,
  { email, role, mayMail }: Invitation & { mayMail: boolean },
  action: AuditAction,
  locale: Locale,
): Promise<void> {
  const company = await findCompany(tx, actor.companyId)
  const shard = shardOfCompany(actor.companyId)
  const id = newIdOn('inv', shard)
  const { secret: token, hash: tokenHash } = issueSecret('sgm', shard)
  await replaceInvite(tx, {
    id,
    companyId: actor.companyId,
    email,
    role,
    tokenHash,
    invitedById: self.id,
    seconds: INVITE_SECONDS,
  })
  const words = MAIL_FACTS[locale]
  const mail = renderMail('staff_invite', locale, {
    values: { company: company?.name ?? '', who: self.name },
    facts: [
      [words.company, company?.name ?? ''],
      [words.role, words.roles[role]],
    ],
    url: `${env().BASE_URL}/company/join/${token}`,
  })
  if (mayMail) await enqueueMail(tx, { inviteId: id }, 'staff_invite', { to: email, ...mail })
  await recordAudit(tx, actor, { action, target: { kind: 'invite', id }, after: { email, role } })
}
