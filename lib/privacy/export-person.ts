import { transaction } from '#lib/core/db'
import { openMail } from '#lib/mail/outgoing-mail'
import { openReceipt } from '#lib/receipts/receipt'
import { openReplyTo, openReverse } from '#lib/relay/reply/open-reply'
import { openSender } from '#lib/relay/senders/sealed-sender'
import { aliasAddress } from '#lib/subjects/alias-address'
import { openSelectedSubject, type Subject } from '#lib/subjects/sealed-subject'
import { frozenUntil } from '#lib/users/account/address-undo-store'
import { openNewAddress } from '#lib/users/account/change-email'
import { requireAccount } from '#lib/users/account/open-account'
import { recordActivity } from '#lib/users/activity/store'
import { type Contest, findContestsOf } from '#lib/verifications/contest/store'
import { countDocumentsOf } from '#lib/verifications/store/documents'
import { findEverything, findSessionsOf } from './export-store'

/** Whether the other side showed a face, and who it is, stays with the operator. */
const presentContest = (userId: string) => (contest: Contest) => ({
  id: contest.id,
  side: contest.holderId === userId ? 'your account had the document' : 'you contested it',
  outcome: contest.decidedAt === null ? 'not decided yet' : contest.state,
  opened_at: contest.openedAt,
  decided_at: contest.decidedAt,
})

/**
 * Everything held about a person, as one JSON object; only secrets (password, one-time code secret, tokens) are named
 * and not shown. Null while a change of address can be undone: whoever made it might not be the owner. @see GDPR Article 15, Article 20
 */
export const exportPerson = (userId: string) =>
  transaction(async (tx) => {
    if (await frozenUntil(tx, userId)) return null
    const account = await requireAccount(tx, userId)
    const all = { ...(await findEverything(tx, userId)), ...(await findSessionsOf(tx, userId)) }
    await recordActivity(tx, userId, 'account.data_exported')
    return {
      exported_at: new Date(),
      account: {
        id: userId,
        email: account.email,
        email_confirmed_at: all.emailConfirmedAt,
        created_at: all.createdAt,
        updated_at: all.updatedAt,
        deletion_due_at: all.deletionDueAt,
      },
      profile: account.profile,
      verified_claims: all.verifiedClaims.map(({ name, assurance, verifiedAt, expiresAt, contestId, ...sealed }) => ({
        name,
        assurance,
        value: account.verified[name as keyof typeof account.verified],
        verified_at: verifiedAt,
        expires_at: expiresAt,
        issuer: account.vault.openIssuer(name, sealed.issuerSealed)?.name ?? null,
        verified_before: account.vault.openEarlier(name, sealed.earlierSealed).map(({ day }) => day),
        is_suspended: contestId !== null,
      })),
      documents_known_by_fingerprint: await countDocumentsOf(userId),
      document_contests: (await findContestsOf(tx, userId)).map(presentContest(userId)),
      verifications: all.verifications.map(({ app, minAssurance, failureCode, createdAt, verifiedAt, ...session }) => ({
        ...session,
        min_assurance: minAssurance,
        app: app?.name ?? null,
        failure: failureCode,
        created_at: createdAt,
        verified_at: verifiedAt,
      })),
      verifications_asked_of_you: all.expectedIn.map(({ app, status, createdAt }) => ({ app: app?.name ?? null, status, created_at: createdAt })),
      apps: all.subjects.map(
        ({ isAliasOff, keepsSenders, otherMail, marksText, senders, reverse, replies, createdAt, app, grant, traffic, ...sealed }) => ({
          app: app.name,
          company: app.company.name,
          ...subjectFields(openSelectedSubject(sealed)),
          alias_is_off: isAliasOff,
          forwarded_mails: traffic?.forwardedCount ?? 0,
          last_forwarded_at: traffic?.lastForwardedAt ?? null,
          forwarding_paused_at: traffic?.pausedAt ?? null,
          first_seen_at: createdAt,
          mail_from_elsewhere: otherMail ?? 'as the app decides',
          marks_stand_above_the_text: marksText,
          senders_are_listed: keepsSenders,
          senders: senders.map(({ mails, lastMailAt, blockedAt, ...row }) => ({
            address: openSender(account.vault.openSecret, { ...row, userId, appId: sealed.appId }),
            mails,
            last_mail_at: lastMailAt,
            blocked_at: blockedAt,
          })),
          addresses_for_answers: reverse.map((row) => openReverse(account.vault, row)),
          answers: replies.map(({ id, toSealed, changes, state, createdAt: at }) => ({
            to: openReplyTo(account.vault, userId, id, toSealed),
            changes,
            state,
            at,
          })),
          consent: grant && {
            granted: grant.grantedScopes,
            declined: grant.declinedScopes,
            how_claims_were_verified: grant.evidenceGranted,
            since: grant.createdAt,
            last_release_at: grant.lastReleaseAt,
            ends_at: grant.endsAt,
          },
        }),
      ),
      receipts: all.receipts.map((receipt) => openReceipt(account.vault, receipt)),
      security: {
        password: 'kept as an argon2id hash',
        one_time_codes_since: all.totp?.confirmedAt ?? null,
        recovery_codes_left: all._count.recoveryCodes,
        known_browsers: all._count.knownDevices,
        passkeys: all.passkeys,
        sessions: all.sessions,
        recovery_by_document: all.documentRecovery && { begun_at: all.documentRecovery.begunAt, due_at: all.documentRecovery.dueAt },
        waiting_log_ins: all.pendingLogIns.map(({ expiresAt }) => ({ expires_at: expiresAt })),
        open_links: all.mailLinks.map(({ purpose, emailSealed, expiresAt }) => ({
          purpose,
          leads_to: emailSealed && openNewAddress(account.vault, userId, emailSealed),
          expires_at: expiresAt,
        })),
      },
      activity: all.activityEvents.map(({ app, ...event }) => ({ ...event, app: app?.name ?? null })),
      mails: all.mails.map(({ contentSealed, masterKeyId, id, ...mail }) => {
        const { to, subject, text } = openMail({ id, contentSealed, masterKeyId })
        // A link that still works would let whoever finds the file into the account.
        return { ...mail, to, subject, text: text.replace(/\/sgm_\w+/g, '/…') }
      }),
    }
  })

const subjectFields = ({ sub, aliasLocalPart }: Subject) => ({ sub, alias: aliasAddress(aliasLocalPart) })
