import { type Prisma, sql, statement } from '#lib/core/db'

export type LinkPurpose = 'confirm_email' | 'recover' | 'change_email'

export type NewMailLink = {
  tokenHash: Buffer
  purpose: LinkPurpose
  browserHash?: Buffer
  interactionId?: string
  emailSealed?: Buffer
  lifetimeSeconds: number
}

/**
 * Opens a link for an account as it was read: when who can get in is being changed at this moment, it waits.
 * @returns false when that changed, so that the link must not be sent
 */
export async function insertMailLink(tx: Prisma, account: { id: string; accessVersion: number }, link: NewMailLink): Promise<boolean> {
  const inserted = await tx.$executeRaw`
    INSERT INTO mail_links (token_hash, user_id, purpose, browser_hash, interaction_id, email_sealed, expires_at)
    SELECT ${link.tokenHash}, u.id, ${link.purpose}, ${link.browserHash ?? null}, ${link.interactionId ?? null},
           ${link.emailSealed ?? null}, clock_timestamp() + make_interval(secs => ${link.lifetimeSeconds})
    FROM users u WHERE u.id = ${account.id} AND u.access_version = ${account.accessVersion} FOR SHARE OF u`
  return inserted === 1
}

type FoundRow = { user_id: string; browser_hash: Buffer | null; interaction_id: string | null; email_sealed: Buffer | null }

export type FoundLink = { userId: string; browserHash: Buffer | null; interactionId: string | null; emailSealed: Buffer | null }

const FIND = statement<FoundRow>(
  'find_mail_link',
  `SELECT user_id, browser_hash, interaction_id, email_sealed FROM mail_links WHERE token_hash = ANY($1) AND purpose = $2 AND expires_at > clock_timestamp()`,
)

/** The link of a token, left unused. */
export async function findMailLink(hashes: Buffer[], purpose: LinkPurpose): Promise<FoundLink | null> {
  const [row] = hashes.length > 0 ? await sql.query(FIND, [hashes, purpose]) : []
  return row ? { userId: row.user_id, browserHash: row.browser_hash, interactionId: row.interaction_id, emailSealed: row.email_sealed } : null
}

/** Uses a link up, and with it every other of this purpose. @returns false when somebody was faster */
export async function consumeMailLink(tx: Prisma, hashes: Buffer[], purpose: LinkPurpose, userId: string): Promise<boolean> {
  const used = await tx.$executeRaw`
    DELETE FROM mail_links WHERE token_hash = ANY(${hashes}) AND purpose = ${purpose} AND user_id = ${userId} AND expires_at > clock_timestamp()`
  if (used !== 1) return false
  await tx.mailLink.deleteMany({ where: { userId, purpose } })
  return true
}
