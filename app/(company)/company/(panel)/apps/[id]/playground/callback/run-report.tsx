import { createHash } from 'node:crypto'
import { CircleCheck, CircleX } from 'lucide-react'
import { getTranslations } from 'next-intl/server'
import { CodeBlock } from '#components/ui/code-block'
import type { CopyTexts } from '#components/ui/copy-button'
import { Notice } from '#components/ui/notice'
import type { RunReport as Report } from '#lib/playground/finish-run'
import type { HttpStep } from '#lib/playground/http-step'
import { ID_TOKEN_CHECKS, type InspectedIdToken } from '#lib/playground/inspect-id-token'
import { AuthorizeStep } from '../authorize-step'
import { Facts } from '../facts'
import { Step } from '../step'

/** A trial log-in from its beginning to where it ended. */
export async function RunReport({ report, answer, copy }: { report: Report; answer: [string, string][]; copy: CopyTexts }) {
  const t = await getTranslations('playground')
  const { run, refusal, token, idToken, userinfo, revocation } = report
  const isComplete = userinfo?.status === 200 && idToken && ID_TOKEN_CHECKS.every((check) => idToken.checks[check])
  const challenge = createHash('sha256').update(run.verifier).digest('base64url')
  const http = (step: HttpStep) => (
    <Http step={step} texts={{ request: t('request'), response: t('response'), unreachable: t('unreachable') }} copy={copy} />
  )
  return (
    <>
      <Notice look={isComplete ? 'info' : 'danger'}>{t(isComplete ? 'complete' : (refusal ?? 'incomplete'))}</Notice>
      <AuthorizeStep authorizeUrl={run.authorizeUrl} verifier={run.verifier} challenge={challenge} copy={copy} />
      <Step number={2} title={t('steps.callback.title')} body={t('steps.callback.body')}>
        <Facts rows={answer} />
      </Step>
      {token && (
        <Step number={3} title={t('steps.token.title')} body={t('steps.token.body')}>
          {http(token)}
        </Step>
      )}
      {idToken && (
        <Step number={4} title={t('steps.idToken.title')} body={t('steps.idToken.body')}>
          <Checks checks={idToken.checks} />
          <CodeBlock label={t('header')} code={JSON.stringify(idToken.header, null, 2)} texts={copy} />
          <CodeBlock label={t('payload')} code={JSON.stringify(idToken.payload, null, 2)} texts={copy} />
        </Step>
      )}
      {userinfo && (
        <Step number={5} title={t('steps.userinfo.title')} body={t('steps.userinfo.body')}>
          {http(userinfo)}
        </Step>
      )}
      {revocation && (
        <Step number={6} title={t('steps.revocation.title')} body={t('steps.revocation.body')}>
          {http(revocation)}
        </Step>
      )}
    </>
  )
}

async function Checks({ checks }: { checks: InspectedIdToken['checks'] }) {
  const t = await getTranslations('playground')
  return (
    <ul className="grid gap-1.5">
      {ID_TOKEN_CHECKS.map((check) => (
        <li key={check} className="flex items-center gap-2.5">
          {checks[check] ? (
            <CircleCheck size={18} aria-hidden="true" className="shrink-0 text-accent" />
          ) : (
            <CircleX size={18} aria-hidden="true" className="shrink-0 text-danger" />
          )}
          <span className={checks[check] ? undefined : 'text-danger'}>{t(checks[check] ? `checks.${check}` : `failed.${check}`)}</span>
        </li>
      ))}
    </ul>
  )
}

function Http({ step, texts, copy }: { step: HttpStep; texts: Record<'request' | 'response' | 'unreachable', string>; copy: CopyTexts }) {
  return (
    <>
      <CodeBlock label={texts.request} code={step.request} texts={copy} />
      {step.status === null ? (
        <Notice look="danger">{texts.unreachable}</Notice>
      ) : (
        <CodeBlock label={texts.response} code={step.response} texts={copy} />
      )}
    </>
  )
}
