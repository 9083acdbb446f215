import { getTranslations } from 'next-intl/server'
import { env } from '#lib/core/env'
import { EVENT_DATA, EVENT_TYPES } from '#lib/events/types'
import { SNIPPET_LANGUAGES, SNIPPETS, type SnippetLanguage } from '#lib/webhooks/snippets'
import { CodeBlock } from '../../_components/code-block'
import { DocPage, DocSection } from '../../_components/doc-page'
import { titled } from '../../_components/page-texts'
import { rich } from '../../_components/rich'
import { Terms } from '../../_components/terms'

export const generateMetadata = titled('events')

const EVENT = `{
  "id": "evt_5Jt0mXyE2cVvQk8sW1aBzR",
  "type": "authorization.withdrawn",
  "created_at": "2026-11-21T09:30:00Z",
  "api_version": "2026-11-21",
  "data": {"app_id": "app_…", "sub": "…", "scopes": [], "reason": "person"}
}`

const ASK = (issuer: string) => `curl "${issuer}/api/v1/events?after=$LAST_EVENT_ID&type=authorization.withdrawn,alias.disabled" \\
  -H "Authorization: Bearer $API_KEY"`

const STREAM = (issuer: string) => `curl -N ${issuer}/api/v1/events -H "Accept: text/event-stream" \\
  -H "Authorization: Bearer $API_KEY" -H "Last-Event-ID: $LAST_EVENT_ID"`

const ADD = (issuer: string) => `curl ${issuer}/api/v1/webhooks \\
  -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -d '{"url": "https://shop.example/hooks/signet", "event_types": ["authorization.withdrawn"]}'`

const REQUEST = `POST /hooks/signet
webhook-id: evt_5Jt0mXyE2cVvQk8sW1aBzR
webhook-timestamp: 1795253400
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=`

const LOG_OUT = (issuer: string) => `curl -X PATCH ${issuer}/api/v1/apps/$APP_ID \\
  -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -d '{"backchannel_logout_uri": "https://shop.example/logged-out"}'`

const HERE = (issuer: string) => `SIGNET_URL=${issuer} npx --package ${issuer}/docs/signet-server.tgz signet forward http://localhost:4000/hook`

export default async function EventsPage() {
  const t = await getTranslations('docsEvents')
  const issuer = env().BASE_URL
  const types = EVENT_TYPES.map((type) => ({ name: type, meaning: EVENT_DATA[type].description ?? t('ofAuditLog') }))
  return (
    <DocPage page="events" lead={t('lead')}>
      <DocSection id="event" title={t('eventTitle')}>
        <p>{t.rich('eventBody', rich())}</p>
        <CodeBlock title="authorization.withdrawn" code={EVENT} />
        <p>{t('eventTimes')}</p>
      </DocSection>
      <DocSection id="types" title={t('typesTitle')}>
        <Terms items={types} />
      </DocSection>
      <DocSection id="ask" title={t('askTitle')}>
        <p>{t.rich('askBody', rich())}</p>
        <CodeBlock title="GET /api/v1/events" code={ASK(issuer)} />
        <p>{t.rich('streamBody', rich())}</p>
        <CodeBlock title="text/event-stream" code={STREAM(issuer)} />
      </DocSection>
      <DocSection id="webhooks" title={t('webhooksTitle')}>
        <p>{t.rich('webhooksBody', rich())}</p>
        <CodeBlock title="POST /api/v1/webhooks" code={ADD(issuer)} />
        <p>{t.rich('requestBody', rich())}</p>
        <CodeBlock title="POST" code={REQUEST} isPlain />
        <p>{t.rich('answer', rich())}</p>
        <p>{t('retries')}</p>
        <p>{t('addresses')}</p>
      </DocSection>
      <DocSection id="verify" title={t('verifyTitle')}>
        <p>{t.rich('verifyBody', rich())}</p>
        {(Object.keys(SNIPPETS) as SnippetLanguage[]).map((language) => (
          <CodeBlock key={language} title={SNIPPET_LANGUAGES[language]} code={SNIPPETS[language]} />
        ))}
      </DocSection>
      <DocSection id="log-out" title={t('logOutTitle')}>
        <p>{t.rich('logOutBody', rich())}</p>
        <CodeBlock title="PATCH /api/v1/apps/:id" code={LOG_OUT(issuer)} />
        <p>{t.rich('logOutToken', rich())}</p>
      </DocSection>
      <DocSection id="here" title={t('hereTitle')}>
        <p>{t.rich('hereBody', rich())}</p>
        <CodeBlock title={t('hereTitle')} code={HERE(issuer)} />
      </DocSection>
    </DocPage>
  )
}
