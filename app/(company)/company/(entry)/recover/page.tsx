import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { Field } from '#components/ui/field'
import { Notice } from '#components/ui/notice'
import { askRecoveryAction } from '../actions'

export default async function RecoverPage({ searchParams }: { searchParams: Promise<{ sent?: string }> }) {
  const t = await getTranslations('companyEntry')
  return (
    <form action={askRecoveryAction} method="post" className="grid gap-5">
      <h1>{t('recoverTitle')}</h1>
      {(await searchParams).sent && <Notice>{t('sentBody')}</Notice>}
      <p className="text-soft">{t('recoverLead')}</p>
      <Field name="email" label={t('email')} type="email" autoComplete="username" required maxLength={254} />
      <Button type="submit">{t('sendLink')}</Button>
    </form>
  )
}
