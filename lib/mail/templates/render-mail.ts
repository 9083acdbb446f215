import type { Locale } from '#lib/i18n/locales'
import { MAILS, type MailKind } from './texts'

type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'facts'; facts: [label: string, value: string][] }
  | { kind: 'action'; label: string; url: string }
  | { kind: 'links'; lead: string; links: readonly Link[] }

type Link = [label: string, url: string]

/**
 * The app that a mail is about.
 * @property colour as `#rrggbb` that can be read on white
 * @property logo of the picture, by its id; it comes with the mail, since one that is fetched tells when the mail is read
 * @property links to the company's own pages about it
 */
export type MailApp = { name: string; colour?: string; logo?: string; links?: readonly Link[] }

/**
 * What a mail says beyond its fixed text.
 * @property app that it is about
 * @property isTest it is about a test environment, and says so first
 */
export type MailValues = {
  values?: Record<string, string>
  url?: string
  code?: string
  facts?: [label: string, value: string][]
  app?: MailApp
  isTest?: boolean
}

const fill = (text: string, values: Record<string, string>) => text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** A header must stay one line whatever a name holds. @see RFC 5322 §2.2 */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A mail in the person's language, as plain text and as HTML that needs no image and no script. */
export function renderMail(kind: MailKind, locale: Locale, { values = {}, url, code, facts, app, isTest = false }: MailValues) {
  const { layout, ...mails } = MAILS[locale]
  const { subject, heading, body, action, after } = mails[kind]
  const blocks: Block[] = [
    ...(isTest ? [{ kind: 'paragraph', text: layout.test } as const] : []),
    ...body.map((text): Block => ({ kind: 'paragraph', text: fill(text, values) })),
    ...(code ? codeBlocks(layout, code) : []),
    ...(facts ? [{ kind: 'facts', facts } as const] : []),
    ...(url && action ? [{ kind: 'action', label: action, url } as const] : []),
    ...after.map((text): Block => ({ kind: 'paragraph', text: fill(text, values) })),
    ...(app?.links?.length ? [{ kind: 'links', lead: fill(layout.links, { app: app.name }), links: app.links } as const] : []),
  ]
  const known = { ...values, code: code ?? '' }
  const title = oneLine(fill(heading, known))
  return {
    subject: `${isTest ? '[Test] ' : ''}${oneLine(fill(subject, known))}`,
    text: [title, ...blocks.map(plain), `-- \n${layout.footer}`].join('\n\n'),
    html: page(locale, title, blocks.map(markup).join(''), layout.footer, app),
    ...(app?.logo && { logo: app.logo }),
  }
}

/** A code never comes without the word that it is for one page and for nobody else. */
const codeBlocks = ({ codeLead, codeAfter }: { codeLead: string; codeAfter: string }, text: string): Block[] => [
  { kind: 'paragraph', text: codeLead },
  { kind: 'code', text },
  { kind: 'paragraph', text: codeAfter },
]

function plain(block: Block): string {
  if (block.kind === 'paragraph' || block.kind === 'code') return block.text
  if (block.kind === 'facts') return block.facts.map(([label, value]) => `${label}: ${oneLine(value)}`).join('\n')
  if (block.kind === 'links') return [block.lead, ...block.links.map(([label, url]) => `${label}: ${url}`)].join('\n')
  return `${block.label}:\n${block.url}`
}

function markup(block: Block): string {
  if (block.kind === 'paragraph') return `<p style="margin:0 0 16px">${escapeHtml(block.text)}</p>`
  if (block.kind === 'code')
    return `<p style="margin:20px 0;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${escapeHtml(block.text)}</p>`
  if (block.kind === 'facts') {
    const rows = block.facts.map(
      ([label, value]) =>
        `<tr><th scope="row" align="left" valign="top" style="padding:6px 16px 6px 0;font-weight:400;color:#5b5a63">${escapeHtml(label)}</th><td style="padding:6px 0">${escapeHtml(value)}</td></tr>`,
    )
    return `<table style="border-collapse:collapse;margin:0 0 16px">${rows.join('')}</table>`
  }
  if (block.kind === 'links') {
    const links = block.links.map(([label, url]) => `<a href="${escapeHtml(url)}" rel="nofollow" style="color:#0b5d4b">${escapeHtml(label)}</a>`)
    return `<p style="margin:0;font-size:13px;color:#5b5a63">${escapeHtml(block.lead)} ${links.join(' · ')}</p>`
  }
  return `<p style="margin:24px 0"><a href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 22px;border-radius:12px;background:#0b5d4b;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(block.label)}</a></p><p style="margin:0 0 16px;font-size:13px;color:#5b5a63;word-break:break-all">${escapeHtml(block.url)}</p>`
}

/** Where the app's logo stands once the mail is sent with it. */
export const LOGO_PLACE = '<!--logo-->'

const page = (locale: Locale, title: string, content: string, footer: string, { colour = '#e0ddd4', logo }: Partial<MailApp> = {}) =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head><body style="margin:0;background:#f6f5f1;color:#18181b;font:16px/1.55 -apple-system,'Segoe UI',sans-serif"><div style="max-width:520px;margin:0 auto;padding:32px 20px"><p style="margin:0 0 20px;font:500 20px Georgia,serif">Signet</p><div style="background:#ffffff;border:1px solid #e0ddd4;border-top:4px solid ${escapeHtml(colour)};border-radius:18px;padding:28px">${logo ? LOGO_PLACE : ''}<h1 style="margin:0 0 16px;font:500 26px/1.2 Georgia,serif">${escapeHtml(title)}</h1>${content}</div><p style="margin:20px 0 0;font-size:13px;color:#5b5a63">${escapeHtml(footer)}</p></div></body></html>`
