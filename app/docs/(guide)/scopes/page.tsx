import { getTranslations } from 'next-intl/server'
import { Badge } from '#components/ui/badge'
import { env } from '#lib/core/env'
import { SCOPES } from '#lib/scopes/catalog'
import { CodeBlock } from '../../_components/code-block'
import { DocPage, DocSection } from '../../_components/doc-page'
import { titled } from '../../_components/page-texts'
import { rich } from '../../_components/rich'

export const generateMetadata = titled('scopes')

const USERINFO = (domain: string) => `{
  "sub": "Zk3vXo9rT1mQe7bYw2cN5A",
  "given_name": "Jo",
  "email": "k5f3q2nmxw7t4hbe@${domain}",
  "email_verified": true,
  "age_over_18": true
}`

export default async function ScopesPage() {
  const t = await getTranslations('docsScopes')
  return (
    <DocPage page="scopes" lead={t('lead')}>
      <div className="grid gap-4">
        <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
          {SCOPES.map(({ name, claims, always_granted }) => (
            <li key={name} className="grid gap-x-6 gap-y-2 bg-surface px-4 py-4 sm:grid-cols-[9.5rem_1fr]">
              <p className="font-mono text-sm/6 font-semibold">{name}</p>
              <div className="grid gap-2">
                <p>{t(`describe.${name}`)}</p>
                <p className="flex flex-wrap items-baseline gap-1.5 text-sm text-soft">
                  {t('claims')}:{' '}
                  {claims.length === 0
                    ? t('none')
                    : claims.map((claim) => (
                        <code key={claim} className="rounded-md bg-sunken px-1.5 py-0.5">
                          {claim}
                        </code>
                      ))}
                </p>
                {always_granted && (
                  <p>
                    <Badge>{t('always')}</Badge>
                  </p>
                )}
              </div>
            </li>
          ))}
        </ul>
        <p className="text-soft">{t.rich('catalogHint', rich())}</p>
      </div>
      <DocSection id="sub" title={t('subTitle')}>
        <p>{t.rich('subBody', rich())}</p>
      </DocSection>
      <DocSection id="email" title={t('emailTitle')}>
        <p>{t.rich('emailBody', rich())}</p>
      </DocSection>
      <DocSection id="missing" title={t('missingTitle')}>
        <p>{t.rich('missingBody', rich({ verifications: '/docs/verifications#levels' }))}</p>
        <CodeBlock title={t('example')} code={USERINFO(env().ALIAS_DOMAIN)} />
      </DocSection>
    </DocPage>
  )
}
