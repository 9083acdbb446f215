import { createHash } from 'node:crypto'
import type { Locale } from '#lib/i18n/locales'
import { MESSAGES } from '#lib/i18n/messages'
import { escapeHtml } from './escape-html'
import type { HttpReply } from './message'
import type { OwnerHelp } from './owner-help'
import { OWNER_HELP_STYLE, ownerHelpHtml } from './owner-help-html'

/**
 * The page for an authorization request that has no proven address to go back to, and for a page that Next could not
 * make. It is made here, without Next, so that it stands even when nothing else does.
 */
export type ErrorPageCode =
  | 'invalid_client'
  | 'invalid_redirect_uri'
  | 'invalid_request_uri'
  | 'invalid_request'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'page_failed'

const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#17171c,#f2f1ee);--soft:light-dark(#5c5b66,#a9a7b0);--ground:light-dark(#f7f6f3,#121216);--card:light-dark(#fff,#1b1b21);--line:light-dark(#e4e2dc,#303038)}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--ground);color:var(--ink);font:16px/1.55 ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif}
main{width:min(100%,30rem);background:var(--card);border:1px solid var(--line);border-radius:18px;padding:clamp(24px,5vw,40px)}
h1{font-size:1.45rem;line-height:1.25;letter-spacing:-.015em;margin:0 0 12px}p{margin:0 0 12px;color:var(--soft)}
dl{margin:24px 0 0;padding-top:20px;border-top:1px solid var(--line);display:grid;grid-template-columns:auto 1fr;gap:6px 16px;font-size:.875rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere;font-family:ui-monospace,SFMono-Regular,Menlo,monospace}${OWNER_HELP_STYLE}`

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

export function errorPage(fault: { status: number; code: ErrorPageCode; language: Locale; reference: string; help?: OwnerHelp }): HttpReply {
  const text = MESSAGES[fault.language].oauthError
  const { title, body } = text[fault.code]
  const html = `<!doctype html>
<html lang="${fault.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Signet</title><style>${STYLE}</style></head>
<body><main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(body)}</p>
${fault.help ? ownerHelpHtml(fault.help, text.owner) : ''}
<dl><dt>${escapeHtml(text.code)}</dt><dd>${fault.code}</dd><dt>${escapeHtml(text.reference)}</dt><dd>${escapeHtml(fault.reference)}</dd></dl>
</main></body>
</html>
`
  return {
    status: fault.status,
    body: html,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': fault.language,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'Referrer-Policy': 'no-referrer',
    },
  }
}
