import { getTranslations } from 'next-intl/server'
import { env } from '#lib/core/env'
import { ASSURANCES } from '#lib/users/assurance'
import { FAILURES, FIELD_NAMES, STATUSES } from '#lib/verifications/schema'
import { CodeBlock } from '../../_components/code-block'
import { DocPage, DocSection } from '../../_components/doc-page'
import { titled } from '../../_components/page-texts'
import { Code, rich } from '../../_components/rich'
import { Terms } from '../../_components/terms'

export const generateMetadata = titled('verifications')

const START = (issuer: string) => `curl ${issuer}/v1/verifications \\
  -H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" \\
  -d '{"client_id": "'$CLIENT_ID'", "fields": ["given_name", "age_over_18"], "min_assurance": "person",
       "redirect_uri": "https://shop.example/callback", "state": "order-4711"}'`

const LEARNED = `{
  "status": "verified",
  "result": {
    "outcome": "verified",
    "fields": { "given_name": "verified", "age_over_18": "verified" },
    "assurance": "person",
    "checks": { "mrz_check_digits": "pass", "expiry": "pass", "viz_consistency": "pass", "face_match": "pass" }
  },
  "material": { "status": "deleted" }
}`

export default async function VerificationsPage() {
  const t = await getTranslations('docsVerifications')
  const levels = await getTranslations('assurance')
  const failures = await getTranslations('verificationFailures')
  return (
    <DocPage page="verifications" lead={t('lead')}>
      <DocSection id="start" title={t('startTitle')} step={1}>
        <p>{t.rich('startBody', rich())}</p>
        <CodeBlock title="POST /v1/verifications" code={START(env().BASE_URL)} />
        <p>{t.rich('startAnswer', rich())}</p>
      </DocSection>
      <DocSection id="fields" title={t('fieldsTitle')} step={2}>
        <p>
          {t.rich('fieldsBody', {
            ...rich(),
            count: FIELD_NAMES.length,
            fields: () => FIELD_NAMES.map((name, index) => [index > 0 && ', ', <Code key={name}>{name}</Code>]),
          })}
        </p>
      </DocSection>
      <DocSection id="levels" title={t('levelsTitle')} step={3}>
        <p>{t.rich('levelsBody', rich())}</p>
        <Terms items={ASSURANCES.map((name) => ({ name, meaning: `${levels(`${name}.body`)} ${t('levelsStops', { what: t(`stops_${name}`) })}` }))} />
        <p>{t.rich('levelsAcr', rich())}</p>
      </DocSection>
      <DocSection id="states" title={t('statesTitle')} step={4}>
        <p>{t.rich('statesBody', rich())}</p>
        <Terms items={STATUSES.map((name) => ({ name, meaning: t(name) }))} />
      </DocSection>
      <DocSection id="verdicts" title={t('learnTitle')} step={5}>
        <p>{t.rich('learnBody', rich())}</p>
        <CodeBlock title="GET /v1/verifications/:id" code={LEARNED} isPlain />
      </DocSection>
      <DocSection id="values" title={t('valuesTitle')} step={6}>
        <p>{t.rich('valuesBody', rich({ userinfo: '/docs/scopes' }))}</p>
      </DocSection>
      <DocSection id="faults" title={t('faultsTitle')}>
        <p>{t.rich('faultsBody', rich())}</p>
        <Terms items={FAILURES.map((name) => ({ name, meaning: failures(`${name}.title`) }))} />
      </DocSection>
      <DocSection id="pictures" title={t('deletedTitle')}>
        <p>{t.rich('deletedBody', rich())}</p>
      </DocSection>
      <DocSection id="limits" title={t('honestTitle')}>
        <p>{t.rich('honestBody', rich())}</p>
      </DocSection>
    </DocPage>
  )
}
