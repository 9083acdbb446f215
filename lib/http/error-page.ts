import { MESSAGES, type Messages } from '#lib/i18n/messages'
import { escapeHtml } from './escape-html'
import type { HttpReply } from './message'
import type { OwnerHelp } from './owner-help'
import { OWNER_HELP_STYLE, ownerHelpHtml } from './owner-help-html'
import type { PageLook } from './page-look'
import { plainPage } from './plain-page'

/**
 * The page for an authorization request that has no proven address to go back to, and for a page that Next could not
 * make. It is made here, without Next, so that it stands even when nothing else does.
 */
export type ErrorPageCode = 'invalid_client' | 'invalid_redirect_uri' | 'invalid_request' | 'server_error' | 'temporarily_unavailable' | 'page_failed'

export type ErrorPage = {
  status: number
  code: ErrorPageCode
  look: PageLook
  reference: string
  help?: OwnerHelp
  /** Words of its own for a fault that shares its code with others. */
  words?: 'request_uri_spent' | 'page_refused' | 'page_unavailable' | 'post_logout_redirect_uri_unregistered'
}

export function errorPage(fault: ErrorPage): HttpReply {
  const text = MESSAGES[fault.look.language].oauthError
  const { title, body } = text[fault.words ?? fault.code]
  const content = `<p>${escapeHtml(body)}</p>
${fault.help ? ownerHelpHtml(fault.help, text.owner) : ''}
${waysOn(fault, text)}
<dl><dt>${escapeHtml(text.code)}</dt><dd>${fault.code}</dd><dt>${escapeHtml(text.reference)}</dt><dd>${escapeHtml(fault.reference)}</dd></dl>
<p class="ask">${escapeHtml(text.ask)} <a href="/help">${escapeHtml(text.help)}</a></p>`
  return plainPage({ status: fault.status, look: fault.look, title, content, style: OWNER_HELP_STYLE })
}

/** What helps once more is offered here; an app that sent somebody wrongly is only known to them. */
function waysOn({ code, words }: ErrorPage, text: Messages['oauthError']): string {
  const home = (look: string) => `<a class="${look}" href="/">${escapeHtml(text.home)}</a>`
  if (code !== 'page_failed' && words !== 'page_unavailable') return `<div class="ways">${home('button first')}</div>`
  return `<div class="ways"><a class="button first" href="">${escapeHtml(text.again)}</a>${home('button')}</div>`
}
