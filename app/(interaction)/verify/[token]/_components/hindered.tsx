import { CircleX } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import type { Visit } from '#lib/verifications/page/visit-verification'
import type { Obstacle } from '#lib/verifications/schema'
import { declineAction, rejectAction } from '../actions'
import { Contest } from './contest'
import { FormButton } from './form-button'
import { Steps, shownBy } from './steps'

/** The document was read well and cannot be confirmed: why, and everything that can be done about it. */
export async function Hindered({ token, visit }: { token: string; visit: Visit }) {
  const t = await getTranslations('verification')
  const failures = await getTranslations('verificationFailures')
  const obstacle = visit.failure as Obstacle
  return (
    <>
      <Steps at="stepCheck" by={shownBy(visit)} />
      <CircleX size={40} strokeWidth={1.5} aria-hidden="true" className="mb-4 text-danger" />
      <div role="status">
        <h1>{failures(`${obstacle}.title`)}</h1>
        <p className="mt-3 text-soft">{failures(`${obstacle}.hint`)}</p>
      </div>
      {obstacle === 'document_already_linked' && <Contest token={token} hasTriedOften={false} />}
      <div className="mt-6 grid gap-3">
        {obstacle === 'document_suspended' && (
          <Link href="/account" prefetch={false} className={buttonClass()}>
            {t('toAccountFace')}
          </Link>
        )}
        {visit.attemptsLeft > 0 && (
          <FormButton action={rejectAction} token={token} look="outline">
            {t('otherDocumentRead')}
          </FormButton>
        )}
        <FormButton action={declineAction} token={token} look="outline">
          {t('stop')}
        </FormButton>
      </div>
    </>
  )
}
