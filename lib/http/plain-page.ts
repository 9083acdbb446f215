import { createHash } from 'node:crypto'
import type { Locale } from '#lib/i18n/locales'
import { escapeHtml } from './escape-html'
import type { HttpReply } from './message'

/**
 * A page made here, without Next and without its files, so that it stands even when nothing else does. Nothing on it comes
 * from elsewhere: its style and its script, if it has one, are named by their hashes.
 */
const STYLE = `
:root{color-scheme:light dark;--ink:light-dark(#17171c,#f2f1ee);--soft:light-dark(#5c5b66,#a9a7b0);--ground:light-dark(#f7f6f3,#121216);--card:light-dark(#fff,#1b1b21);--line:light-dark(#e4e2dc,#303038);--accent:light-dark(#0f6b57,#7fd8bf);--on-accent:light-dark(#fff,#0c1f1a)}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--ground);color:var(--ink);font:16px/1.55 ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif}
main{width:min(100%,30rem);background:var(--card);border:1px solid var(--line);border-radius:18px;padding:clamp(24px,5vw,40px)}
h1{font-size:1.45rem;line-height:1.25;letter-spacing:-.015em;margin:0 0 12px;overflow-wrap:anywhere}p{margin:0 0 12px;color:var(--soft)}
dl{margin:24px 0 0;padding-top:20px;border-top:1px solid var(--line);display:grid;grid-template-columns:auto 1fr;gap:6px 16px;font-size:.875rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere;font-family:ui-monospace,SFMono-Regular,Menlo,monospace}
.address{overflow-wrap:anywhere;color:var(--ink);font:.9375rem/1.6 ui-monospace,SFMono-Regular,Menlo,monospace;border:1px solid var(--line);border-radius:12px;padding:12px 14px}.address strong{font-size:1.0625rem}
.ways{display:grid;gap:12px;margin-top:24px}.ways form{display:grid}.button{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:10px 18px;border:1px solid var(--line);border-radius:12px;background:none;color:inherit;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}.button.first{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}.button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export type PlainPage = {
  status: number
  language: Locale
  title: string
  /** Markup; whatever came from outside is escaped in it. */
  content: string
  /** Looks of the content. */
  style?: string
  script?: string
  /**
   * The page has a form that goes elsewhere. Browsers hold every redirect behind a form against `form-action`, and where
   * an app leads people is its own affair, so the list is left out then.
   */
  hasForm?: boolean
}

export function plainPage({ status, language, title, content, style = '', script, hasForm = false }: PlainPage): HttpReply {
  const styles = STYLE + style
  const html = `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Signet</title><style>${styles}</style></head>
<body><main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>${script === undefined ? '' : `<script>${script}</script>`}</body>
</html>
`
  const policy = [
    `default-src 'none'`,
    `style-src ${hashOf(styles)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    `base-uri 'none'`,
    ...(hasForm ? [] : [`form-action 'none'`]),
    `frame-ancestors 'none'`,
  ]
  return {
    status,
    body: html,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy.join('; '),
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
    },
  }
}
