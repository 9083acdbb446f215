import { Camera, Check, EyeOff, Trash2, Wallet } from 'lucide-react'
import Link from 'next/link'
import { getTranslations } from 'next-intl/server'
import { buttonClass } from '#components/ui/button'
import { Notice } from '#components/ui/notice'
import type { Visit } from '#lib/verifications/page/visit-verification'
import type { FieldName } from '#lib/verifications/schema'
import { MATERIAL_LOST } from '#lib/verifications/worker/recover-lost'
import { CompanyBadge } from '../../../../_components/company-badge'
import { beginAction, declineAction, switchAccountAction } from '../actions'
import { FormButton } from './form-button'
import { Steps, shownBy } from './steps'

/** What it is about, who learns what, and whether the person agrees. */
export async function Intro({ token, visit }: { token: string; visit: Visit }) {
  const t = await getTranslations('verification')
  const consent = await getTranslations('consent')
  const wallet = await getTranslations('wallet')
  const { app, fields, email, isExpected, isContest, least, failure, takesWallet } = visit
  const isWrongAccount = email !== null && !isExpected
  const isWalletOnly = least === 'wallet'
  const Needed = isWalletOnly ? Wallet : Camera
  return (
    <>
      <Steps at="stepConsent" by={shownBy(visit)} />
      {failure === MATERIAL_LOST && (
        <div className="mb-6">
          <Notice>{t('materialLost')}</Notice>
        </div>
      )}
      <h1>{app ? t('introTitle', { app: app.name }) : t(isContest ? 'contestIntro' : 'introTitleOwn')}</h1>
      {app && (
        <p className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-soft">
          <span>{consent('byCompany', { company: app.company })}</span>
          <CompanyBadge isVerified={app.isVerified} text={consent} />
        </p>
      )}
      <h2 className="mt-7 text-lg">{isWalletOnly ? wallet('askedTitle') : t('readTitle')}</h2>
      <ul className="mt-2 grid gap-1.5">
        {fields.map((field) => (
          <li key={field} className="flex items-start gap-2.5">
            <Check size={18} aria-hidden="true" className="mt-1 shrink-0 text-accent" />
            {t(`field_${field as FieldName}`)}
          </li>
        ))}
      </ul>
      <div className="mt-6 grid gap-3 rounded-xl bg-sunken p-4 text-sm">
        <p className="flex gap-3">
          <Needed size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
          {isWalletOnly ? wallet('needs_wallet') : t(`needs_${least}`)}
        </p>
        {takesWallet && !isWalletOnly && <p className="pl-[30px]">{wallet('orWallet')}</p>}
        <p className="flex gap-3">
          <EyeOff size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
          {app ? t('learns', { company: app.company }) : t(isContest ? 'contestLearns' : 'learnsNobody')}
        </p>
        <p className="flex gap-3">
          <Trash2 size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-accent" />
          {isWalletOnly ? wallet('keeps') : t('pictures')}
        </p>
        {isContest && <p className="pl-[30px]">{t('contestKeeps')}</p>}
      </div>
      {isWrongAccount ? <WrongAccount token={token} email={email} /> : <Agree token={token} email={email} />}
    </>
  )
}

async function Agree({ token, email }: { token: string; email: string | null }) {
  const t = await getTranslations('verification')
  if (email === null) {
    return (
      <div className="mt-6 grid gap-3">
        <p className="text-sm text-soft">{t('logInFirst')}</p>
        <Link href={`/login?return_to=${encodeURIComponent(`/verify/${token}`)}`} prefetch={false} className={buttonClass()}>
          {t('logIn')}
        </Link>
        <FormButton action={declineAction} token={token} look="outline">
          {t('decline')}
        </FormButton>
      </div>
    )
  }
  return (
    <>
      <p className="mb-3 mt-6 break-words text-sm text-soft">{t('signedInAs', { email })}</p>
      <div className="sticky bottom-0 -mx-6 grid grid-cols-[auto_1fr] gap-3 bg-surface px-6 py-3 sm:mx-0 sm:grid-cols-2 sm:px-0">
        <FormButton action={declineAction} token={token} look="outline">
          {t('decline')}
        </FormButton>
        <FormButton action={beginAction} token={token}>
          {t('agree')}
        </FormButton>
      </div>
      <div className="mt-2 flex justify-center">
        <FormButton action={switchAccountAction} token={token} look="quiet">
          {t('otherAccount')}
        </FormButton>
      </div>
    </>
  )
}

/** The company meant somebody else. Going on ends the session, so that is said first. */
async function WrongAccount({ token, email }: { token: string; email: string }) {
  const t = await getTranslations('verification')
  return (
    <section aria-labelledby="wrong-account" className="mt-6 rounded-xl border border-danger p-4">
      <h2 id="wrong-account" className="text-lg">
        {t('wrongAccountTitle')}
      </h2>
      <p className="mb-4 mt-1.5 break-words text-sm text-soft">{t('wrongAccountBody', { email })}</p>
      <div className="grid gap-3">
        <FormButton action={switchAccountAction} token={token}>
          {t('otherAccount')}
        </FormButton>
        <FormButton action={beginAction} token={token} look="danger">
          {t('onlyAccount')}
        </FormButton>
      </div>
    </section>
  )
}
