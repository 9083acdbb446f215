import { env } from '#lib/core/env'
import { MESSAGES } from '#lib/i18n/messages'
import { PAGES } from '../docs/_components/pages'
import { readReference } from '../docs/_reference/reference'

/** The documentation for programs that read: every page with its Markdown. @see https://llmstxt.org */
export function GET(): Response {
  const { docs, home } = MESSAGES.en
  const base = env().BASE_URL
  const addressOf = (href: string) => `${base}${href === '/docs' ? '/docs/index' : href}.md`
  const lines = [
    '# Signet',
    '',
    `> ${home.lead}`,
    '',
    `## ${docs.title}`,
    '',
    ...PAGES.map(({ href, text }) => `- [${docs.nav[text]}](${addressOf(href)})`),
    '',
    `## ${docs.nav.api}`,
    '',
    `- [OpenAPI](${base}/api/v1/openapi.json)`,
    ...readReference(base).groups.map(({ slug, tag }) => `- [${tag}](${addressOf(`/docs/api/${slug}`)})`),
    '',
  ]
  return new Response(lines.join('\n'), { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' } })
}
