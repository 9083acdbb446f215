import { getTranslations } from 'next-intl/server'
import { switchAccountAction } from '../actions'
import { FormButton } from './form-button'

/** The session belongs to another account: nothing of it is shown. */
export async function Stranger({ token, email }: { token: string; email: string | null }) {
  const t = await getTranslations('verification')
  return (
    <>
      <h1>{t('strangerTitle')}</h1>
      <p className="mb-6 mt-3 break-words text-soft">{t('strangerBody', { email: email ?? '' })}</p>
      <FormButton action={switchAccountAction} token={token}>
        {t('otherAccount')}
      </FormButton>
    </>
  )
}
