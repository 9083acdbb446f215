import { env } from '#lib/core/env'
import { PAGES } from '../_components/pages'
import { readReference } from '../_reference/reference'
import { DOC_MODULES } from './doc-modules'
import { markdownOf } from './markdown-of'

/** A page of the documentation or a group of the reference as Markdown, by what stands after `/docs/`; null when there is none. */
export async function readMarkdown(name: string): Promise<string | null> {
  const [, group] = /^api\/([a-z-]+)$/.exec(name) ?? []
  if (group !== undefined) {
    if (!readReference(env().BASE_URL).groups.some(({ slug }) => slug === group)) return null
    const { default: Page } = await import('../(guide)/api/[group]/page')
    return markdownOf(await Page({ params: Promise.resolve({ group }) }))
  }
  const page = PAGES.find(({ href }) => href === (name === 'index' ? '/docs' : `/docs/${name}`))
  if (!page) return null
  const { default: Page } = await DOC_MODULES[page.text]()
  return markdownOf(await Page({ searchParams: Promise.resolve({}) }))
}
