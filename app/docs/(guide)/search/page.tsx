import type { Metadata } from 'next'
import Link from 'next/link'
import { getLocale, getTranslations } from 'next-intl/server'
import { env } from '#lib/core/env'
import { pageTexts } from '../../_components/page-texts'
import { PAGES } from '../../_components/pages'
import { SearchForm } from '../../_components/search-form'
import { readMarkdown } from '../../_markdown/read-markdown'
import { type Found, type Passage, passagesOf, searchPassages } from '../../_markdown/search'
import { findOperations, readReference } from '../../_reference/reference'

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('docs')
  return { title: `${t('search')} · ${t('title')}`, robots: { index: false } }
}

export default async function SearchPage({ searchParams }: { searchParams: Promise<{ q?: string }> }) {
  const { q } = await searchParams
  const query = typeof q === 'string' ? q.slice(0, 100) : ''
  const t = await getTranslations('docs')
  const { api } = await pageTexts()
  const operations: Found[] = findOperations(readReference(env().BASE_URL), query).map(({ id, slug, summary, method, path }) => ({
    href: `/docs/api/${slug}#${id}`,
    page: api,
    heading: summary,
    text: '',
    excerpt: `${method} ${path}`,
  }))
  const found = query === '' ? [] : [...searchPassages(await readPassages(), query), ...operations]
  return (
    <article>
      <h1>{t('search')}</h1>
      <div className="mt-6">
        <SearchForm query={query} />
      </div>
      {query !== '' && (
        <p role="status" className="mt-8 font-semibold">
          {t('found', { count: found.length })}
        </p>
      )}
      <ol className="mt-4 grid gap-px overflow-hidden rounded-card border border-line bg-line empty:hidden">
        {found.map(({ href, page, heading, excerpt }) => (
          <li key={href} className="bg-surface">
            <Link href={href} prefetch={false} className="grid gap-0.5 px-4 py-3 hover:bg-sunken">
              <span className="text-accent underline underline-offset-4">{heading}</span>
              <span className="text-sm text-soft">{page}</span>
              <span className="text-sm wrap-anywhere">{excerpt}</span>
            </Link>
          </li>
        ))}
      </ol>
    </article>
  )
}

/** What depends on who reads, and what operations say, is not among the passages. */
const NOT_READ = new Set<string>(['quickstarts', 'api'])

const read = new Map<string, Promise<Passage[]>>()

/** Every passage in the reader's language, put together once. */
async function readPassages(): Promise<Passage[]> {
  const locale = await getLocale()
  const passages = read.get(locale) ?? readAll()
  read.set(locale, passages)
  passages.catch(() => read.delete(locale))
  return passages
}

async function readAll(): Promise<Passage[]> {
  const texts = await pageTexts()
  const pages = PAGES.filter(({ text }) => !NOT_READ.has(text)).map(async ({ href, text }) => {
    const markdown = await readMarkdown(href === '/docs' ? 'index' : href.slice('/docs/'.length))
    return passagesOf(href, texts[text], markdown ?? '')
  })
  return (await Promise.all(pages)).flat()
}
