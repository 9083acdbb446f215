import { getTranslations } from 'next-intl/server'
import { CREDENTIAL_TYPES } from '#lib/wallet/catalogue'
import { CodeBlock } from '../../_components/code-block'
import { DocPage, DocSection } from '../../_components/doc-page'
import { titled } from '../../_components/page-texts'
import { rich } from '../../_components/rich'
import { Terms } from '../../_components/terms'

export const generateMetadata = titled('wallets')

const LEARNED = `{
  "status": "verified",
  "result": {
    "outcome": "verified",
    "fields": { "age_over_18": "verified" },
    "assurance": "wallet",
    "checks": { "issuer": "pass", "holder": "pass", "expiry": "pass" }
  }
}`

const ASKED = `claims={"userinfo": {"verified_claims": {
  "verification": {"trust_framework": null, "time": null, "evidence": [{"type": null}]},
  "claims": {"given_name": null, "age_over_18": null}}}}`

/** Types that count on every installation; specimens are for trying it. */
const TYPES = CREDENTIAL_TYPES.filter(({ isSpecimen }) => !isSpecimen)

export default async function WalletsPage() {
  const t = await getTranslations('docsWallets')
  return (
    <DocPage page="wallets" lead={t('lead')}>
      <DocSection id="how" title={t('howTitle')}>
        <p>{t.rich('howBody', rich())}</p>
        <CodeBlock title="GET /v1/verifications/:id" code={LEARNED} isPlain />
      </DocSection>
      <DocSection id="types" title={t('typesTitle')}>
        <p>{t.rich('typesBody', rich())}</p>
        <Terms
          items={TYPES.map(({ type, format, claims }) => ({
            name: type,
            meaning: t('typeTells', { format, fields: Object.keys(claims).join(', ') }),
          }))}
        />
      </DocSection>
      <DocSection id="trust" title={t('trustTitle')}>
        <p>{t.rich('trustBody', rich())}</p>
      </DocSection>
      <DocSection id="ages" title={t('agesTitle')}>
        <p>{t.rich('agesBody', rich())}</p>
      </DocSection>
      <DocSection id="verified-claims" title={t('claimsTitle')}>
        <p>{t.rich('claimsBody', rich())}</p>
        <CodeBlock title="GET /oauth2/auth" code={ASKED} isPlain />
      </DocSection>
      <DocSection id="try" title={t('tryTitle')}>
        <p>{t.rich('tryBody', rich())}</p>
      </DocSection>
      <DocSection id="limits" title={t('limitsTitle')}>
        <p>{t.rich('limitsBody', rich())}</p>
      </DocSection>
    </DocPage>
  )
}
