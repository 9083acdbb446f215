import type { AppFace } from '#lib/apps/face/app-face'
import { databaseNow, type Queryable, withDatabase } from '#lib/core/db'
import { env } from '#lib/core/env'
import { isDemoAddress } from '#lib/core/environment'
import { newIdOn, shardOf } from '#lib/core/shard'
import { rfc3339 } from '#lib/core/time'
import type { Locale } from '#lib/i18n/locales'
import { MESSAGES } from '#lib/i18n/messages'
import { timesFor } from '#lib/i18n/times'
import { enqueueMail } from '#lib/mail/outgoing-mail'
import { renderMail } from '#lib/mail/templates/render-mail'
import { MAIL_FACTS } from '#lib/mail/templates/texts'
import { claimsOf, type ScopeName } from '#lib/scopes/catalog'
import { type OpenAccount, requireAccount } from '#lib/users/account/open-account'
import { type Receipt, sealReceipt } from './receipt'
import { insertReceipt } from './store'

export type Consent = {
  userId: string
  app: { name: string; companyName: string; isCompanyVerified: boolean; face?: AppFace }
  sub: string
  granted: ScopeName[]
  declined: ScopeName[]
  isEvidenceGranted?: boolean
}

/** Prepared outside the transaction, so that the consent itself holds no connection longer than it must. */
export type PreparedReceipt = { receipt: Omit<Receipt, 'consented_at' | 'valid'>; account: OpenAccount; face?: AppFace }

export async function prepareReceipt(consent: Consent): Promise<PreparedReceipt> {
  const account = await withDatabase((db) => requireAccount(db, consent.userId))
  const receipt = {
    id: newIdOn('rct', shardOf(consent.userId)),
    app: consent.app.name,
    company: consent.app.companyName,
    company_verified: consent.app.isCompanyVerified,
    sub: consent.sub,
    granted: consent.granted.map((scope) => ({ scope, claims: claimsOf([scope]) })),
    declined: consent.declined,
    ...(consent.isEvidenceGranted !== undefined && { evidence: consent.isEvidenceGranted ? ('granted' as const) : ('declined' as const) }),
    withdraw_at: `${env().BASE_URL}/account/access`,
  }
  return { receipt, account, face: consent.app.face }
}

/** Keeps the receipt and mails it, in the transaction of the consent. @param endsAt null: until it is withdrawn */
export async function issueReceipt(tx: Queryable, { receipt: prepared, account, face }: PreparedReceipt, endsAt: Date | null): Promise<void> {
  const at = await databaseNow(tx)
  const receipt: Receipt = { ...prepared, consented_at: rfc3339(at), valid: endsAt ? rfc3339(endsAt) : 'until_withdrawn' }
  await insertReceipt(tx, { id: receipt.id, userId: account.id, contentSealed: sealReceipt(account.vault, receipt), createdAt: at })
  const words = MAIL_FACTS[account.locale]
  const titles = MESSAGES[account.locale].scopes
  const evidence = MESSAGES[account.locale].consent.evidence.title
  const list = (names: string[], answer: Receipt['evidence']) =>
    [...names.map((name) => titles[name as ScopeName].title), ...(receipt.evidence === answer ? [evidence] : [])].join('; ') || '–'
  const times = timesFor({ locale: account.locale, zones: [account.profile.zoneinfo] })
  const mail = renderMail('receipt', account.locale, {
    values: { app: receipt.app },
    app: { name: receipt.app, ...(face && mailFace(face, account.locale)) },
    isTest: isDemoAddress(account.email),
    url: `${env().BASE_URL}/account/receipts/${receipt.id}`,
    facts: [
      [words.app, receipt.app],
      [words.company, receipt.company],
      [words.when, times.namedMoment(at)],
      [
        words.granted,
        list(
          receipt.granted.map(({ scope }) => scope),
          'granted',
        ),
      ],
      [words.declined, list(receipt.declined, 'declined')],
      [words.until, endsAt ? times.namedMoment(endsAt) : words.untilWithdrawn],
    ],
  })
  await enqueueMail(tx, { userId: account.id }, 'receipt', { to: account.email, ...mail })
}

/** What the company says of its app, as a mail shows it. */
function mailFace({ logoPath, colours, links }: AppFace, locale: Locale) {
  const words = MESSAGES[locale].appLinks
  const given = (['tos', 'policy', 'support'] as const).flatMap((kind) => (links[kind] ? [[words[kind], links[kind]] as [string, string]] : []))
  return { colour: colours?.light, logo: logoPath?.split('/').at(-1), links: given }
}
