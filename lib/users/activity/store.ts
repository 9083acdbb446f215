import type { Prisma } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'

/** What a person's history can say. Apps' own lines (`app.…`) are written where access is given and ended. */
export type AccountAction =
  | 'account.created'
  | 'account.email_confirmed'
  | 'account.email_changed'
  | 'account.email_restored'
  | 'account.shut_by_operator'
  | 'account.suspended_by_operator'
  | 'account.resumed_by_operator'
  | 'account.logged_in'
  | 'account.new_device'
  | 'account.password_changed'
  | 'account.password_recovered'
  | 'account.passkey_added'
  | 'account.passkey_removed'
  | 'account.totp_enabled'
  | 'account.totp_disabled'
  | 'account.recovery_codes_made'
  | 'account.recovery_begun'
  | 'account.recovery_vetoed'
  | 'account.recovery_called_off'
  | 'account.recovered_by_document'
  | 'account.recovery_code_used'
  | 'account.session_ended'
  | 'account.sessions_ended'
  | 'account.password_guessed'
  | 'account.password_stopped'
  | 'account.code_guessed'
  | 'account.code_stopped'
  | 'account.profile_changed'
  | 'account.data_exported'
  | 'account.deletion_requested'
  | 'account.deletion_called_off'
  | 'alias.switched_on'
  | 'alias.switched_off'
  | 'alias.paused'
  | 'alias.resumed'
  | 'alias.stopped_by_operator'
  | 'alias.started_by_operator'
  | 'alias.sender_blocked'
  | 'alias.sender_unblocked'
  | 'document.verified'
  | 'document.wallet_refused'
  | 'document.suspended'
  | 'document.contested'
  | 'document.contest_opened'
  | 'document.contest_answered'
  | 'document.contest_won'
  | 'document.contest_lost'
  | 'mailbox.in_doubt'
  | 'mailbox.resumed'

/** One line of the history, in the transaction of what it tells of. @param device kind of browser it was done with */
export const recordActivity = (tx: Prisma, userId: string, action: AccountAction, appId: string | null = null, device: string | null = null) =>
  tx.activityEvent.create({ data: { shard: shardOf(userId), userId, appId, action, ...(device !== null && { detail: { device } }) } })

/**
 * A wallet's answer was not accepted, and why, for its person alone: no app is named, so nobody's company learns of it.
 * @param code of the rule, never a value
 */
export const recordRefusedWallet = (tx: Prisma, userId: string, code: string) =>
  tx.activityEvent.create({ data: { shard: shardOf(userId), userId, action: 'document.wallet_refused' satisfies AccountAction, detail: { code } } })

type Page = { before?: bigint; beginnings?: readonly string[] | null }

/** Newest first. @param page `before`: the id of the last line seen; `beginnings`: of the actions that are wanted */
export const findActivity = (db: Prisma, userId: string, take: number, { before, beginnings }: Page = {}) =>
  db.activityEvent.findMany({
    where: {
      shard: shardOf(userId),
      userId,
      ...(before !== undefined && { id: { lt: before } }),
      ...(beginnings && { OR: beginnings.map((beginning) => ({ action: { startsWith: beginning } })) }),
    },
    orderBy: { id: 'desc' },
    take,
    select: { id: true, action: true, detail: true, createdAt: true, app: { select: { name: true } } },
  })
