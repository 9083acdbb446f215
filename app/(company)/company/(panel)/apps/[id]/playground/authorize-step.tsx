'use client'

import { useTranslations } from 'next-intl'
import { Attention } from '#components/ui/attention'
import { buttonClass } from '#components/ui/button'
import { CodeBlock } from '#components/ui/code-block'
import type { CopyTexts } from '#components/ui/copy-button'
import { Facts } from './facts'
import { Step } from './step'

/** The first step: what the app keeps, and what it sends the browser with. */
export function AuthorizeStep(props: { authorizeUrl: string; verifier: string; challenge: string; copy: CopyTexts; isNext?: boolean }) {
  const t = useTranslations('playground')
  const { searchParams } = new URL(props.authorizeUrl)
  return (
    <Step number={1} title={t('steps.authorize.title')} body={t('steps.authorize.body')}>
      {props.isNext && <Attention as="p">{t('prepared')}</Attention>}
      <Facts
        rows={[
          ['code_verifier', props.verifier, t('kept')],
          ['code_challenge', props.challenge, 'BASE64URL(SHA-256(code_verifier))'],
        ]}
      />
      <CodeBlock label={t('request')} code={props.authorizeUrl} texts={props.copy} />
      <Facts rows={[...searchParams].map(([name, value]) => [name, value] as const)} />
      {props.isNext && (
        <p>
          {/* A plain link: the endpoint is no page of this site. */}
          <a href={props.authorizeUrl} className={buttonClass()}>
            {t('go')}
          </a>
        </p>
      )}
    </Step>
  )
}
