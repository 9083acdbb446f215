import { getTranslations } from 'next-intl/server'
import { EntryForm } from '../../_components/entry-form'
import { recoverAction } from '../../actions'

export default async function NewPasswordPage({ params }: { params: Promise<{ token: string }> }) {
  const t = await getTranslations('companyEntry')
  const field = { name: 'password', label: t('password'), hint: t('passwordHint'), type: 'password', autoComplete: 'new-password', maxLength: 256 }
  return (
    <>
      <h1 className="mb-6">{t('recoverTitle')}</h1>
      <EntryForm action={recoverAction} submit={t('save')} hidden={{ token: (await params).token }} fields={[field]} />
    </>
  )
}
