import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { Badge } from '#components/ui/badge'
import { API_ERRORS } from '#lib/core/api-error'
import { errorAddress, errorAnchor } from '#lib/core/error-address'
import { CodeBlock } from '../../_components/code-block'
import { DocPage, DocSection } from '../../_components/doc-page'
import { titled } from '../../_components/page-texts'
import { API_CODES, OAUTH_CODES } from './catalogue'

export const generateMetadata = titled('errors')

const SHAPE = '{"error": "invalid_scope", "message": "scopes: \\"address\\" is not in the scope catalog"}'

const oauthShape = () =>
  JSON.stringify(
    { error: 'invalid_grant', error_description: 'the code was used or has expired', error_uri: errorAddress('oauth', 'invalid_grant') },
    null,
    1,
  )

export default async function ErrorsPage() {
  const t = await getTranslations('docsErrors')
  return (
    <DocPage page="errors" lead={t('lead')}>
      <DocSection id="management" title={t('apiTitle')}>
        <p>{t('apiLead')}</p>
        <CodeBlock title="400" code={SHAPE} />
        <Contents label={`${t('contents')}: ${t('apiTitle')}`} codes={API_CODES.map((code) => [errorAnchor('api', code), code])} />
        <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
          {API_CODES.map((code) => (
            <Entry key={code} id={errorAnchor('api', code)} code={code} where={<Badge>{API_ERRORS[code]}</Badge>} meaning={t(`api.${code}.meaning`)}>
              <Advice title={t('cause')}>{t(`api.${code}.cause`)}</Advice>
              <Advice title={t('fix')}>{t(`api.${code}.fix`)}</Advice>
              <InYourLog code={code} title={t('log')} text={t('logBody')} />
            </Entry>
          ))}
        </ul>
      </DocSection>
      <DocSection id="oauth" title={t('oauthTitle')}>
        <p>{t('oauthLead')}</p>
        <CodeBlock title="400" code={oauthShape()} />
        <Contents label={`${t('contents')}: ${t('oauthTitle')}`} codes={OAUTH_CODES.map(({ code }) => [errorAnchor('oauth', code), code])} />
        <ul className="grid gap-px overflow-hidden rounded-card border border-line bg-line">
          {OAUTH_CODES.map(({ code, isRedirected, isOnPage, bodyStatus }) => (
            <Entry
              key={code}
              id={errorAnchor('oauth', code)}
              code={code}
              where={
                <>
                  {isRedirected && <Badge>{t('viaRedirect')}</Badge>}
                  {bodyStatus !== null && <Badge>{t('viaBody', { status: String(bodyStatus) })}</Badge>}
                  {isOnPage && <Badge>{t('viaPage')}</Badge>}
                </>
              }
              meaning={t(`oauth.${code}.meaning`)}
            >
              <Advice title={t('cause')}>{t(`oauth.${code}.cause`)}</Advice>
              <Advice title={t('fix')}>{t(`oauth.${code}.fix`)}</Advice>
              <InYourLog code={code} title={t('log')} text={t('logBody')} />
            </Entry>
          ))}
        </ul>
      </DocSection>
    </DocPage>
  )
}

function Entry({ id, code, where, meaning, children }: { id: string; code: string; where: ReactNode; meaning: string; children: ReactNode }) {
  return (
    <li id={id} className="scroll-mt-6 bg-surface px-4 py-5 target:bg-accent-wash sm:px-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="font-mono text-sm font-semibold">{code}</h3>
        {where}
      </div>
      <p className="mt-1.5">{meaning}</p>
      <dl className="mt-2.5 grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[8.5rem_1fr]">{children}</dl>
    </li>
  )
}

/** Every code with the way to it: the list below is long. */
function Contents({ label, codes }: { label: string; codes: [id: string, code: string][] }) {
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-x-4">
        {codes.map(([id, code]) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-flex min-h-11 items-center font-mono text-sm text-accent underline underline-offset-4">
              {code}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Where the lines with a code are, for whoever may see them. */
function InYourLog({ code, title, text }: { code: string; title: string; text: string }) {
  return (
    <div className="contents">
      <dt className="text-soft sm:self-center">{title}</dt>
      <dd>
        <Link
          href={`/company/requests?show=failed&code=${code}`}
          prefetch={false}
          className="inline-flex min-h-11 items-center text-accent underline underline-offset-4"
        >
          {text}
        </Link>
      </dd>
    </div>
  )
}

function Advice({ title, children }: { title: string; children: string }) {
  return (
    <div className="contents">
      <dt className="text-soft">{title}</dt>
      <dd className="mb-1 sm:mb-0">{children}</dd>
    </div>
  )
}
