import { decodeEntities, textOfHtml } from '../mime/text-of'
import type { Instead, SecretFinder } from './secrets'

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

const ATTRIBUTE = /(\s[^\s=<>"'/]+\s*=\s*)("[^"]*"|'[^']*'|[^\s"'>]+)/g

const decodePercent = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Clean = (text: string) => string

/** What is not text of a tag or between tags is left alone. */
function cleanTag(tag: string, clean: Clean): string {
  return tag.replace(ATTRIBUTE, (whole, name: string, quoted: string) => {
    const value = decodeEntities(quoted.replace(/^["']|["']$/g, ''))
    for (const form of [value, decodePercent(value)]) {
      const cleaned = clean(form)
      if (cleaned !== form) return `${name}"${escapeHtml(cleaned)}"`
    }
    return whole
  })
}

/** Entities are read only where that changes something, so that the text keeps its own. */
function cleanText(text: string, clean: Clean): string {
  const direct = clean(text)
  const decoded = decodeEntities(direct)
  const cleaned = clean(decoded)
  return cleaned === decoded ? direct : escapeHtml(cleaned)
}

/**
 * HTML without the person in it: in its text, in the attributes of its tags, and where letters of an address stand in different
 * tags. What cannot be mended in place is sent as its plain text.
 */
export function cleanHtml(html: string, finder: SecretFinder, instead: Instead, changed: (kind: 'address' | 'name') => void): string {
  const clean: Clean = (text) => finder.replace(text, instead, changed)
  const cleaned = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .split(/(<[^>]*>)/)
    .map((piece) => (piece.startsWith('<') ? cleanTag(piece, clean) : cleanText(piece, clean)))
    .join('')
  const isMended = !finder.finds(visible(cleaned)) && !finder.finds(decodeEntities(cleaned))
  return isMended ? cleaned : `<pre>${escapeHtml(clean(textOfHtml(html)))}</pre>`
}

/** All that stands between tags, as it is read. */
export const visible = (html: string) => decodeEntities(html.replace(/<[^>]*>/g, ''))
