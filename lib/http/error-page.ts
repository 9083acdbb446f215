import type { Locale } from '#lib/i18n/locales'
import { MESSAGES } from '#lib/i18n/messages'
import { escapeHtml } from './escape-html'
import type { HttpReply } from './message'
import type { OwnerHelp } from './owner-help'
import { OWNER_HELP_STYLE, ownerHelpHtml } from './owner-help-html'
import { plainPage } from './plain-page'

/**
 * The page for an authorization request that has no proven address to go back to, and for a page that Next could not
 * make. It is made here, without Next, so that it stands even when nothing else does.
 */
export type ErrorPageCode = 'invalid_client' | 'invalid_redirect_uri' | 'invalid_request' | 'server_error' | 'temporarily_unavailable' | 'page_failed'

export type ErrorPage = {
  status: number
  code: ErrorPageCode
  language: Locale
  reference: string
  help?: OwnerHelp
  /** Words of its own for a fault that shares its code with others. */
  words?: 'request_uri_spent' | 'post_logout_redirect_uri_unregistered'
}

export function errorPage(fault: ErrorPage): HttpReply {
  const text = MESSAGES[fault.language].oauthError
  const { title, body } = text[fault.words ?? fault.code]
  const content = `<p>${escapeHtml(body)}</p>
${fault.help ? ownerHelpHtml(fault.help, text.owner) : ''}
<dl><dt>${escapeHtml(text.code)}</dt><dd>${fault.code}</dd><dt>${escapeHtml(text.reference)}</dt><dd>${escapeHtml(fault.reference)}</dd></dl>`
  return plainPage({ status: fault.status, language: fault.language, title, content, style: OWNER_HELP_STYLE })
}
