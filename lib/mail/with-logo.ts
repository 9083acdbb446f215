import { readLogo } from '#lib/apps/logo/read-logo'
import type { MailContent } from './outgoing-mail'
import { LOGO_PLACE } from './templates/render-mail'

const CID = 'logo@signet'

const IMG = `<img src="cid:${CID}" alt="" width="48" height="48" style="display:block;margin:0 0 16px;border-radius:12px">`

/** The mail with its app's logo as a part of it, where there still is one. @see RFC 2392 */
export async function withLogo({ logo, ...mail }: MailContent) {
  const png = logo ? await readLogo(logo) : null
  if (!png) return mail
  const attachments = [{ cid: CID, filename: 'logo.png', contentType: 'image/png', contentDisposition: 'inline' as const, content: png }]
  return { ...mail, html: mail.html.replace(LOGO_PLACE, IMG), attachments }
}
