import { MESSAGES } from '#lib/i18n/messages'
import { type AuthorizationAnswer, answerUri } from '#lib/oauth/authorize/authorization-response'
import { escapeHtml } from './escape-html'
import type { HttpReply } from './message'
import type { PageLook } from './page-look'
import { plainPage } from './plain-page'

/** Where an answer leads to and how: an address, or a form that is posted there. */
export type Destination = { uri: string; fields: Record<string, string> | null }

export const destinationOf = (answer: AuthorizationAnswer): Destination =>
  answer.redirect.responseMode === 'form_post' ? { uri: answer.redirect.uri, fields: answer.parameters } : { uri: answerUri(answer), fields: null }

const hiddenFields = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')

/** A button that goes there: a link, or the form. */
const goButton = ({ uri, fields }: Destination, label: string) =>
  fields
    ? `<form method="post" action="${escapeHtml(uri)}">${hiddenFields(fields)}<button class="button first">${escapeHtml(label)}</button></form>`
    : `<a class="button first" rel="noreferrer" href="${escapeHtml(uri)}">${escapeHtml(label)}</a>`

/** The host somebody would recognise; the scheme of an app's own address. */
export function hostOf(uri: string): string {
  const { host, protocol } = new URL(uri)
  return host || protocol.slice(0, -1)
}

/**
 * A page that posts the answer to the app by itself, and by its button where scripts do not run.
 * @see OAuth 2.0 Form Post Response Mode §2
 */
export function formPostPage(destination: Destination, look: PageLook): HttpReply {
  const text = MESSAGES[look.language].answerPage
  return plainPage({
    status: 200,
    look,
    title: text.posting,
    content: `<p>${escapeHtml(text.postingBody)}</p><div class="ways">${goButton(destination, text.goOn)}</div>`,
    script: 'document.forms[0].submit()',
    hasForm: true,
  })
}

/**
 * The page before a redirect that nobody pressed a button for, to an address of a company that nobody verified: it names
 * the address, so that a link to us cannot bring people somewhere they would never have gone. @see RFC 9700 §4.11.2
 */
export function leavingPage(destination: Destination, look: PageLook, advice: 'leavingAdvice' | 'leavingLoggedOut' = 'leavingAdvice'): HttpReply {
  const text = MESSAGES[look.language].answerPage
  const shown = destination.fields ? destination.uri : destination.uri.split('?', 1)[0]
  return plainPage({
    status: 200,
    look,
    title: text.leaving.replace('{host}', hostOf(destination.uri)),
    content: `<p>${escapeHtml(text.leavingBody)}</p>
<p class="address"><strong>${escapeHtml(hostOf(destination.uri))}</strong><br>${escapeHtml(shown ?? '')}</p>
<p>${escapeHtml(text[advice])}</p>
<div class="ways"><a class="button" href="/">${escapeHtml(text.stay)}</a>${goButton(destination, text.goOn)}</div>`,
    hasForm: destination.fields !== null,
  })
}
