import { getTranslations } from 'next-intl/server'
import { DocsNav } from '../_components/docs-nav'
import { pageTexts, titled } from '../_components/page-texts'
import { ApiReference } from './api-reference'

export const generateMetadata = titled('api')

const DOCUMENT = '/api/v1/openapi.json'

export default async function ApiReferencePage() {
  const t = await getTranslations('docsApi')
  const texts = await pageTexts()
  return (
    <>
      <div className="lg:hidden">
        <DocsNav />
      </div>
      <div id="content" className="min-w-0 flex-1 py-4">
        <section aria-labelledby="api-title">
          <h1 id="api-title">{texts.api}</h1>
          <p className="mt-3 max-w-3xl text-lg text-soft">{t('lead')}</p>
          <p>
            <a href={DOCUMENT} className="inline-flex min-h-11 items-center text-accent underline underline-offset-4">
              {t('document')}
            </a>
          </p>
          <noscript>
            <p>{t('noScript')}</p>
          </noscript>
        </section>
        <ApiReference document={DOCUMENT} script="/vendor/api-reference.js" texts={{ loading: t('loading'), failed: t('failed') }} />
      </div>
    </>
  )
}
