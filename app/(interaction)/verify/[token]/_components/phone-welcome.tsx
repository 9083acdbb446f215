import { getTranslations } from 'next-intl/server'
import { readHandoff } from '#lib/verifications/hand-off'
import { takeOverAction } from '../actions'
import { FormButton } from './form-button'
import { Said } from './said'

/** On the phone: whose account the pictures are for, before anything is taken. Opening the link uses nothing up. */
export async function PhoneWelcome({ token }: { token: string }) {
  const t = await getTranslations('verification')
  const handoff = await readHandoff(token)
  if (!handoff) return <Said what="phoneDead" />
  return (
    <>
      <h1>{t('phoneTitle')}</h1>
      <p className="mt-3 text-soft">
        {handoff.appName ? t('phoneBody', { app: handoff.appName, account: handoff.account }) : t('phoneBodyOwn', { account: handoff.account })}
      </p>
      <p className="mb-6 mt-3 rounded-xl bg-warn-wash px-4 py-3 text-sm">{t('phoneWarning')}</p>
      <FormButton action={takeOverAction} token={token}>
        {t('phoneGo')}
      </FormButton>
    </>
  )
}
