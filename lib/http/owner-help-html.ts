import type { DiffPart } from '#lib/core/character-diff'
import type { Messages } from '#lib/i18n/messages'
import { escapeHtml } from './escape-html'
import type { OwnerHelp } from './owner-help'

/** Looks of the part below; the page that holds it puts them into its one style. */
export const OWNER_HELP_STYLE = `
.owner{margin:24px 0 0;padding-top:20px;border-top:1px solid var(--line)}.owner h2{font-size:1.05rem;margin:0 0 8px}.owner code{display:block;overflow-wrap:anywhere;white-space:pre-wrap;font:.875rem/1.7 ui-monospace,SFMono-Regular,Menlo,monospace}
.owner dl{grid-template-columns:1fr;gap:2px}.owner dd+dt{margin-top:8px}.owner del,.owner ins{padding:1px 2px;border-radius:3px;font-weight:700}.owner del{background:light-dark(#fbdcdc,#5a2327);color:light-dark(#8a1622,#ffc2c4)}.owner ins{background:light-dark(#cfeadf,#1d4a3d);color:light-dark(#084638,#a8f0d9);text-decoration-thickness:2px}.owner a{display:inline-flex;align-items:center;min-height:44px;color:inherit}`

/** Characters that cannot be seen get a sign where they make the difference. */
const visible = (text: string) =>
  text.replaceAll(' ', '␣').replace(/[\0-\x1f]/g, (character) => String.fromCharCode(0x2400 + character.charCodeAt(0)))

const line = (parts: DiffPart[], own: 'removed' | 'added', tag: 'del' | 'ins') =>
  parts
    .filter(({ kind }) => kind === 'same' || kind === own)
    .map(({ kind, text }) => (kind === 'same' ? escapeHtml(text) : `<${tag}>${escapeHtml(visible(text))}</${tag}>`))
    .join('')

/** For staff of the app's company: each registered address under what was sent, with the characters that differ marked. */
export function ownerHelpHtml(help: OwnerHelp, text: Messages['oauthError']['owner']): string {
  const compared = help.differences.map(
    (parts) => `<dl>
<dt>${escapeHtml(text.sent)}</dt><dd><code>${line(parts, 'removed', 'del') || escapeHtml(text.nothing)}</code></dd>
<dt>${escapeHtml(text.registered)}</dt><dd><code>${line(parts, 'added', 'ins')}</code></dd>
</dl>`,
  )
  return `<section class="owner">
<h2>${escapeHtml(text.title)}</h2>
<p>${escapeHtml(help.isActive ? text.address : text.inactive)}</p>
${help.isActive ? compared.join('\n') : ''}
<a href="/company/apps/${help.appId}">${escapeHtml(text.settings)}</a>
</section>`
}
