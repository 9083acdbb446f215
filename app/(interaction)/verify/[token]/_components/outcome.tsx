import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import type { Visit } from '#lib/verifications/page/visit-verification'
import type { Ending, RetryableFailure } from '#lib/verifications/schema'
import { Level } from '../../../../_components/level'
import { declineAction, tryAgainAction } from '../actions'
import { Contest } from './contest'
import { FormButton } from './form-button'
import { Steps, shownBy } from './steps'

/** How it ended, what would have to be better, and the way back. */
export async function Outcome({ token, visit, hasTriedOften }: { token: string; visit: Visit; hasTriedOften: boolean }) {
  const t = await getTranslations('verification')
  const failures = await getTranslations('verificationFailures')
  const { status, failure, app } = visit
  const isGood = status === 'verified' || failure === 'contest_opened'
  const Icon = isGood ? CircleCheck : status === 'retry_required' ? CircleAlert : CircleX
  const hint = failure && (status === 'retry_required' || status === 'failed') ? (failure as Ending | RetryableFailure) : null
  const ending = status === 'verified' || status === 'expired' || status === 'canceled' ? status : 'failed'
  return (
    <>
      {status !== 'retry_required' && <Steps at="stepDone" by={shownBy(visit)} />}
      <Icon size={40} strokeWidth={1.5} aria-hidden="true" className={`mb-4 ${isGood ? 'text-accent' : 'text-danger'}`} />
      <div role="status">
        <h1>{hint ? failures(`${hint}.title`) : t(`${ending}Title`)}</h1>
        <p className="mt-3 text-soft">
          {hint ? failures(`${hint}.hint`) : status === 'verified' && app ? t('verifiedBody', { company: app.company }) : t(`${ending}BodyOwn`)}
        </p>
      </div>
      {status === 'verified' && visit.assurance && <Level assurance={visit.assurance} />}
      {status === 'retry_required' && (
        <p className="mt-3 text-sm font-semibold">
          {visit.isUncounted && `${t('notCounted')} `}
          {t('attemptsLeft', { count: visit.attemptsLeft })}
        </p>
      )}
      {status === 'failed' && failure === 'document_already_linked' && <Contest token={token} hasTriedOften={hasTriedOften} />}
      <div className="mt-6 grid gap-3">
        {status === 'retry_required' && (
          <>
            <FormButton action={tryAgainAction} token={token}>
              {t('tryAgain')}
            </FormButton>
            <FormButton action={declineAction} token={token} look="outline">
              {t('stop')}
            </FormButton>
          </>
        )}
        {status !== 'retry_required' && <WayBack visit={visit} />}
      </div>
    </>
  )
}

/** To the company that sent the person, with its `state`, to the question that waits, or to the person's own account. */
async function WayBack({ visit }: { visit: Visit }) {
  const t = await getTranslations('verification')
  if (visit.app && visit.returnTo) {
    return (
      <a href={visit.returnTo} rel="noreferrer" className={buttonClass()}>
        {t('backTo', { app: visit.app.name })}
      </a>
    )
  }
  if (visit.returnTo) {
    return (
      <a href={visit.returnTo} className={buttonClass()}>
        {t('backToQuestion')}
      </a>
    )
  }
  if (visit.app) return <p className="text-sm text-soft">{t('closePage')}</p>
  return (
    <Link href="/account" prefetch={false} className={buttonClass()}>
      {t('backToAccount')}
    </Link>
  )
}
