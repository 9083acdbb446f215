import { getTranslations } from 'next-intl/server'
import { env } from '#lib/core/env'
import { ACCESS_TOKEN_SECONDS, CODE_SECONDS, ID_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS } from '#lib/oauth/lifetimes'
import { CodeBlock } from '../../_components/code-block'
import { DocPage, DocSection } from '../../_components/doc-page'
import { titled } from '../../_components/page-texts'
import { rich } from '../../_components/rich'

export const generateMetadata = titled('tokens')

const REFRESH = (issuer: string) => `curl ${issuer}/oauth2/token -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d grant_type=refresh_token -d "refresh_token=$REFRESH_TOKEN"`

const REVOKE = (issuer: string) => `curl ${issuer}/oauth2/revoke -u "$CLIENT_ID:$CLIENT_SECRET" \\
  -d "token=$REFRESH_TOKEN" -d token_type_hint=refresh_token`

const [MINUTE, HOUR, DAY] = [60, 3600, 24 * 3600]

export default async function TokensPage() {
  const t = await getTranslations('docsTokens')
  const issuer = env().BASE_URL
  const kinds = [
    [t('code'), t('minutes', { count: CODE_SECONDS / MINUTE }), t('codeNote')],
    [t('access'), t('hours', { count: ACCESS_TOKEN_SECONDS / HOUR }), t('accessNote')],
    [t('id'), t('hours', { count: ID_TOKEN_SECONDS / HOUR }), t('idNote')],
    [t('refresh'), t('days', { count: REFRESH_TOKEN_SECONDS / DAY }), t('refreshNote')],
  ] as const
  return (
    <DocPage page="tokens" lead={t('lead')}>
      <DocSection id="lifetimes" title={t('lifetimes')}>
        <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
          {kinds.map(([kind, lifetime, note]) => (
            <li key={kind} className="grid gap-x-6 gap-y-0.5 bg-surface px-4 py-3.5 sm:grid-cols-[11rem_7rem_1fr] sm:items-baseline">
              <span className="font-semibold">{kind}</span>
              <span className="tabular-nums">{lifetime}</span>
              <span className="text-soft">{note}</span>
            </li>
          ))}
        </ul>
      </DocSection>
      <DocSection id="refresh" title={t('refreshTitle')}>
        <p>{t.rich('refreshWho', rich())}</p>
        <CodeBlock title="POST /oauth2/token" code={REFRESH(issuer)} />
        <p>{t('refreshOnce')}</p>
      </DocSection>
      <DocSection id="withdrawal" title={t('withdrawTitle')}>
        <p>{t.rich('withdrawBody', rich())}</p>
        <p>{t('withdrawScope')}</p>
        <p>{t.rich('keep', rich())}</p>
      </DocSection>
      <DocSection id="revoke" title={t('revokeTitle')}>
        <p>{t('revokeBody')}</p>
        <CodeBlock title="POST /oauth2/revoke" code={REVOKE(issuer)} />
      </DocSection>
    </DocPage>
  )
}
