import { getTranslations } from 'next-intl/server'
import { env } from '#lib/core/env'
import { CodeBlock } from '../../_components/code-block'
import { DocPage, DocSection } from '../../_components/doc-page'
import { titled } from '../../_components/page-texts'
import { rich } from '../../_components/rich'

export const generateMetadata = titled('management')

const ME = (issuer: string) => `curl ${issuer}/api/v1/me -H "Authorization: Bearer $API_KEY"`

const LIMITS = (perKey: number, perCompany: number) => `RateLimit-Policy: "key";q=${perKey};w=60, "company";q=${perCompany};w=60
RateLimit: "key";r=${perKey - 13};t=60, "company";r=${perCompany - 40};t=60`

const ONCE = (issuer: string) => `curl ${issuer}/api/v1/apps \\
  -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: 8f14e45f-ceea-467f-a0e6-1d7c2f7f5b0e" \\
  -d '{"name": "My app", "redirect_uris": ["https://shop.example/callback"], "scopes": ["email"]}'`

const PAGES = (issuer: string) => `curl "${issuer}/api/v1/apps?limit=20&cursor=$NEXT_CURSOR" -H "Authorization: Bearer $API_KEY"`

export default async function ManagementPage() {
  const t = await getTranslations('docsManagement')
  const { BASE_URL: issuer, API_RATE_PER_KEY: perKey, API_RATE_PER_COMPANY: perCompany } = env()
  return (
    <DocPage page="management" lead={t('lead')}>
      <DocSection id="key" title={t('keyTitle')}>
        <p>{t('keyBody')}</p>
        <CodeBlock title="GET /api/v1/me" code={ME(issuer)} />
        <p>{t.rich('reference', rich({ api: '/docs/api' }))}</p>
      </DocSection>
      <DocSection id="rate" title={t('rateTitle')}>
        <p>{t('rateBody', { perKey, perCompany })}</p>
        <CodeBlock title="200" code={LIMITS(perKey, perCompany)} isPlain />
        <p>{t.rich('rateOver', rich())}</p>
      </DocSection>
      <DocSection id="idempotency" title={t('idempotencyTitle')}>
        <p>{t.rich('idempotencyBody', rich())}</p>
        <CodeBlock title="POST /api/v1/apps" code={ONCE(issuer)} />
        <p>{t.rich('idempotencySecret', rich())}</p>
      </DocSection>
      <DocSection id="pages" title={t('pagesTitle')}>
        <p>{t.rich('pagesBody', rich())}</p>
        <CodeBlock title="GET /api/v1/apps" code={PAGES(issuer)} />
      </DocSection>
      <DocSection id="request-id" title={t('idTitle')}>
        <p>{t.rich('idBody', rich())}</p>
      </DocSection>
    </DocPage>
  )
}
