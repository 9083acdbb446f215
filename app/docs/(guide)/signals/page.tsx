import { getTranslations } from 'next-intl/server'
import { env } from '#lib/core/env'
import { claimsOfSet } from '#lib/signals/sign-set'
import { ACCOUNT_DISABLED, ACCOUNT_ENABLED, ASSURANCE_LEVEL_CHANGE, CREDENTIAL_CHANGE, SESSION_REVOKED } from '#lib/signals/signals'
import { CodeBlock } from '../../_components/code-block'
import { DocPage, DocSection } from '../../_components/doc-page'
import { titled } from '../../_components/page-texts'
import { rich } from '../../_components/rich'
import { Terms } from '../../_components/terms'

export const generateMetadata = titled('signals')

const POST = (issuer: string, path: string, body: string) => `curl ${issuer}/api/v1/ssf/${path} \\
  -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -d '${body}'`

const MAKE = JSON.stringify({ events_requested: [SESSION_REVOKED], delivery: { method: 'urn:ietf:rfc:8936' } })
const VERIFY = '{"stream_id": "whk_…", "state": "anything"}'
const FETCH = '{"ack": ["evt_…"], "maxEvents": 10, "returnImmediately": true}'
const REMOVE = (issuer: string) => JSON.stringify({ stream_id: 'whk_…', subject: { format: 'iss_sub', iss: issuer, sub: '…' } })

const EXAMPLE = {
  jti: 'evt_5Jt0mXyE2cVvQk8sW1aBzR.session-revoked',
  uri: SESSION_REVOKED,
  data: { sub: '…', reason: 'person' },
  at: new Date('2026-11-21T09:30:00Z'),
  companyId: 'cmp_…',
  streamId: 'whk_…',
}

const PUSH = `POST /signals
Content-Type: application/secevent+jwt
Authorization: Bearer …

eyJ0eXAiOiJzZWNldmVudCtqd3QiLCJhbGciOiJSUzI1NiJ9…`

export default async function SignalsPage() {
  const t = await getTranslations('docsSignals')
  const issuer = env().BASE_URL
  const types = [
    { name: SESSION_REVOKED, meaning: t('revoked') },
    { name: CREDENTIAL_CHANGE, meaning: t('credential') },
    { name: ASSURANCE_LEVEL_CHANGE, meaning: t.rich('assurance', rich()) },
    { name: ACCOUNT_DISABLED, meaning: t('disabled') },
    { name: ACCOUNT_ENABLED, meaning: t('enabled') },
  ]
  return (
    <DocPage page="signals" lead={t('lead')}>
      <DocSection id="configuration" title={t('whatTitle')}>
        <p>{t('whatBody')}</p>
        <CodeBlock title="GET" code={`curl ${issuer}/.well-known/ssf-configuration`} />
      </DocSection>
      <DocSection id="stream" title={t('startTitle')}>
        <p>{t.rich('startBody', rich())}</p>
        <CodeBlock title="POST /api/v1/ssf/stream" code={POST(issuer, 'stream', MAKE)} />
        <p>{t.rich('startAfter', rich())}</p>
        <CodeBlock title="POST /api/v1/ssf/verify" code={POST(issuer, 'verify', VERIFY)} />
      </DocSection>
      <DocSection id="types" title={t('typesTitle')}>
        <Terms items={types} />
        <p>{t.rich('notTold', rich())}</p>
      </DocSection>
      <DocSection id="verify" title={t('tokenTitle')}>
        <p>{t.rich('tokenBody', rich())}</p>
        <CodeBlock title="secevent+jwt" code={JSON.stringify(claimsOfSet(EXAMPLE), null, 2)} isPlain />
        <p>{t.rich('tokenChecks', rich())}</p>
      </DocSection>
      <DocSection id="push" title={t('pushTitle')}>
        <p>{t.rich('pushBody', rich())}</p>
        <CodeBlock title="POST" code={PUSH} isPlain />
      </DocSection>
      <DocSection id="poll" title={t('pollTitle')}>
        <p>{t.rich('pollBody', rich())}</p>
        <CodeBlock title="POST /api/v1/ssf/poll/:id" code={POST(issuer, 'poll/whk_…', FETCH)} />
      </DocSection>
      <DocSection id="change" title={t('manageTitle')}>
        <p>{t.rich('manageBody', rich())}</p>
        <p>{t.rich('subjectsBody', rich())}</p>
        <CodeBlock title="POST /api/v1/ssf/subjects:remove" code={POST(issuer, 'subjects:remove', REMOVE(issuer))} />
      </DocSection>
      <DocSection id="when" title={t('whenTitle')}>
        <p>{t('whenBody')}</p>
        <p>{t('whenWhy')}</p>
      </DocSection>
    </DocPage>
  )
}
