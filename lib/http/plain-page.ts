import { createHash } from 'node:crypto'
import { escapeHtml } from './escape-html'
import type { HttpReply } from './message'
import type { PageLook } from './page-look'

/**
 * A page made here, without Next and without its files, so that it stands even when nothing else does. Nothing on it comes
 * from elsewhere: its style and its script, if it has one, are named by their hashes.
 */
const STYLE = `
:root{color-scheme:light dark}:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
:root{--ink:light-dark(#18181b,#f3f2ee);--soft:light-dark(#5b5a63,#aeacb5);--ground:light-dark(#f6f5f1,#111114);--surface:light-dark(#ffffff,#1a1a1f);--line:light-dark(#e0ddd4,#2f2f37);--accent:light-dark(#0b5d4b,#6fd6b8);--on-accent:light-dark(#ffffff,#06231b)}
*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;gap:24px;grid-template-columns:100%;padding:24px;background:var(--ground);color:var(--ink);font:16px/1.55 ui-sans-serif,system-ui,"Segoe UI",Roboto,sans-serif}
header a{display:inline-flex;align-items:center;gap:10px;min-height:44px;color:var(--ink);font:500 1.25rem/1 ui-serif,Georgia,serif;text-decoration:none}header svg{color:var(--accent)}.ask{margin:20px 0 0;font-size:.875rem}.ask a{color:inherit}
main{width:min(100%,30rem);background:var(--surface);border:1px solid var(--line);border-radius:18px;padding:clamp(24px,5vw,40px)}
h1{font:500 1.6rem/1.2 ui-serif,Georgia,serif;letter-spacing:-.015em;margin:0 0 12px;overflow-wrap:anywhere}p{margin:0 0 12px;color:var(--soft)}
dl{margin:24px 0 0;padding-top:20px;border-top:1px solid var(--line);display:grid;grid-template-columns:auto 1fr;gap:6px 16px;font-size:.875rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere;font-family:ui-monospace,SFMono-Regular,Menlo,monospace}
.address{overflow-wrap:anywhere;color:var(--ink);font:.9375rem/1.6 ui-monospace,SFMono-Regular,Menlo,monospace;border:1px solid var(--line);border-radius:12px;padding:12px 14px}.address strong{font-size:1.0625rem}
.ways{display:grid;gap:12px;margin-top:24px}.ways form{display:grid}.button{display:inline-flex;align-items:center;justify-content:center;min-height:48px;padding:10px 18px;border:1px solid var(--line);border-radius:12px;background:none;color:inherit;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}.button.first{background:var(--accent);border-color:var(--accent);color:var(--on-accent)}.button:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`

const MARK =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><circle cx="16" cy="19" r="10" fill="none" stroke="currentColor" stroke-width="2.5"/><path d="M9 3h14l3.5 6.5L16 17 5.5 9.5z" fill="currentColor"/><path d="M12.6 7.6h6.8M16 7.6v4.6" stroke="var(--ground)" stroke-width="1.8" stroke-linecap="round"/></svg>'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

export type PlainPage = {
  status: number
  look: PageLook
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

export function plainPage({ status, look, title, content, style = '', script, hasForm = false }: PlainPage): HttpReply {
  const styles = STYLE + style
  const html = `<!doctype html>
<html lang="${look.language}"${look.theme ? ` data-theme="${look.theme}"` : ''}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Signet</title><style>${styles}</style></head>
<body><header><a href="/">${MARK}Signet</a></header>
<main>
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
      'Content-Language': look.language,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': policy.join('; '),
      'X-Frame-Options': 'DENY',
      'Referrer-Policy': 'no-referrer',
    },
  }
}
