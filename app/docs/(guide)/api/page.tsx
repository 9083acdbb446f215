import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { Breakable } from '#components/ui/breakable'
import { env } from '#lib/core/env'
import { CodeBlock } from '../../_components/code-block'
import { DocPage, DocSection } from '../../_components/doc-page'
import { titled } from '../../_components/page-texts'
import { rich } from '../../_components/rich'
import { SearchForm } from '../../_components/search-form'
import { type ReferenceOperation, readReference } from '../../_reference/reference'

export const generateMetadata = titled('api')

const ME = (issuer: string) => `curl ${issuer}/api/v1/me -H "Authorization: Bearer $SIGNET_API_KEY"`

export default async function ApiReferencePage() {
  const t = await getTranslations('docsApi')
  const reference = readReference(env().BASE_URL)
  return (
    <DocPage page="api" lead={t('lead')}>
      <SearchForm />
      <DocSection id="requests" title={t('requestsTitle')}>
        <p>{t.rich('requestsBody', rich({ management: '/docs/management' }))}</p>
        <CodeBlock title="curl" code={ME(reference.baseUrl)} />
        <p>
          <a href="/api/v1/openapi.json" className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
            {t('document')}
          </a>
        </p>
      </DocSection>
      {reference.groups.map(({ slug, tag, operations }) => (
        <DocSection key={slug} id={slug} title={tag}>
          <Operations operations={operations.map((one) => ({ ...one, slug }))} />
        </DocSection>
      ))}
    </DocPage>
  )
}

function Operations({ operations }: { operations: (ReferenceOperation & { slug: string })[] }) {
  return (
    <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
      {operations.map(({ id, slug, summary, method, path }) => (
        <li key={id} className="bg-surface">
          <Link href={`/docs/api/${slug}#${id}`} prefetch={false} className="grid min-h-11 gap-x-6 px-4 py-3 hover:bg-sunken sm:grid-cols-2">
            <span className="text-accent underline underline-offset-4">{summary}</span>
            <span className="font-mono text-[0.8125rem] text-soft wrap-anywhere">
              {method} <Breakable text={path} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
