import { getTranslations } from 'next-intl/server'
import { Missing } from '../../_components/missing'

export default async function AccountNotFound() {
  const t = await getTranslations('notFound')
  return <Missing home="/account" text={t('accountHome')} />
}
