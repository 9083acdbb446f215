import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { buttonClass } from '#components/ui/button'
import { CheckMail } from '../_components/check-mail'
import { oneOf, withQuery } from '../form-text'
import { requestRecoveryAction } from './actions'

type Search = Promise<Record<string, string | string[] | undefined>>

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('recover'))('title') }
}

export default async function RecoverPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams
  const t = await getTranslations('recover')
  if (oneOf(search.sent)) return <CheckMail title={t('sentTitle')} body={t('sentBody')} />
  const login = await getTranslations('login')
  const interactionId = oneOf(search.interaction)
  return (
    <>
      <h1>{t('title')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('lead')}</p>
      <ActionForm
        action={requestRecoveryAction}
        submit={t('send')}
        hidden={{ interaction: interactionId }}
        fields={[{ label: login('email'), name: 'email', type: 'email', autoComplete: 'username', required: true, maxLength: 254, autoFocus: true }]}
      />
      <a href={withQuery('/login', { interaction: interactionId })} className={buttonClass('quiet', 'mt-4')}>
        {t('back')}
      </a>
    </>
  )
}
