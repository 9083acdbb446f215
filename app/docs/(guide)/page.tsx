import { getTranslations } from 'next-intl/server'
import { env } from '#lib/core/env'
import { discoveryDocument } from '#lib/oauth/discovery'
import { CodeBlock } from '../_components/code-block'
import { DocPage, DocSection } from '../_components/doc-page'
import { titled } from '../_components/page-texts'
import { rich } from '../_components/rich'
import { SearchForm } from '../_components/search-form'
import { PLACEHOLDER } from './quickstarts/placeholder'

export const generateMetadata = titled('start')

const CREATE = (issuer: string) => `curl ${issuer}/api/v1/apps \\
  -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -d '{"name": "My app", "redirect_uris": ["${PLACEHOLDER.redirectUri}"],
       "scopes": ${JSON.stringify(PLACEHOLDER.scopes)}}'`

export default async function GettingStartedPage() {
  const t = await getTranslations('docsStart')
  const issuer = env().BASE_URL
  const found = discoveryDocument()
  const addresses = [
    [t('issuerRow'), found.issuer],
    [t('discovery'), `${issuer}/.well-known/openid-configuration`],
    [t('authorization'), found.authorization_endpoint],
    [t('token'), found.token_endpoint],
    [t('userinfo'), found.userinfo_endpoint],
    [t('revocation'), found.revocation_endpoint],
    [t('introspection'), found.introspection_endpoint],
    [t('par'), found.pushed_authorization_request_endpoint],
    [t('logout'), found.end_session_endpoint],
    [t('jwks'), found.jwks_uri],
    [t('management'), `${issuer}/api/v1`],
  ] as const
  return (
    <DocPage page="start" lead={t('lead')}>
      <SearchForm />
      <DocSection id="account" step={1} title={t('stepAccount')}>
        <p>{t.rich('stepAccountBody', rich({ register: '/company/register' }))}</p>
      </DocSection>
      <DocSection id="app" step={2} title={t('stepApp')}>
        <p>{t.rich('stepAppBody', rich())}</p>
        <CodeBlock title="curl" code={CREATE(issuer)} />
        <p>{t.rich('stepAppNote', rich())}</p>
      </DocSection>
      <DocSection id="library" step={3} title={t('stepLibrary')}>
        <p>{t('stepLibraryBody')}</p>
        <CodeBlock title={t('issuer')} code={issuer} isPlain />
      </DocSection>
      <DocSection id="try" step={4} title={t('stepTry')}>
        <p>{t.rich('stepTryBody', rich({ quickstarts: '/docs/quickstarts', flow: '/docs/sign-in', testMode: '/docs/test-mode' }))}</p>
      </DocSection>
      <DocSection id="addresses" title={t('addresses')}>
        <p>{t('addressesLead')}</p>
        <dl className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
          {addresses.map(([purpose, address]) => (
            <div key={address} className="grid gap-x-6 bg-surface px-4 py-3 sm:grid-cols-[13rem_1fr] sm:items-baseline">
              <dt className="text-sm text-soft">{purpose}</dt>
              <dd className="font-mono text-[0.8125rem] break-all">{address}</dd>
            </div>
          ))}
        </dl>
      </DocSection>
    </DocPage>
  )
}
