import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { ActionForm } from '#components/ui/action-form'
import { passwordField } from '#components/ui/password-field'
import { destinationFields } from '#lib/session/destination'
import { readAllWaiting } from '#lib/session/waiting'
import { readRecovery } from '#lib/users/recover'
import { DeadLink } from '../../_components/dead-link'
import { destinationIn } from '../../where-to'
import { recoverAction } from '../actions'

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('recover'))('newTitle') }
}

type Props = { params: Promise<{ token: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

/** In the browser that asked it goes on to where that was going; in any other one to our own pages. */
export default async function NewPasswordPage({ params, searchParams }: Props) {
  const { token } = await params
  const all = await readAllWaiting()
  const t = await getTranslations('recover')
  const register = await getTranslations('register')
  const found = await readRecovery(
    token,
    all.map(({ secret }) => secret),
  )
  if (!found) return <DeadLink to="/recover" action={t('again')} />
  const to = all.find(({ secret }) => secret === found.askedWith) ?? destinationIn(await searchParams)
  return (
    <>
      <h1>{t('newTitle')}</h1>
      <p className="mb-6 mt-3 text-soft">{t('newLead')}</p>
      <ActionForm
        action={recoverAction}
        submit={t('save')}
        hidden={{ token, ...destinationFields(to) }}
        fields={[passwordField('new', { label: t('newPassword'), autoFocus: true, hint: register('passwordHint', { minimum: found.minimum }) })]}
      />
    </>
  )
}
