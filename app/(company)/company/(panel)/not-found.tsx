import { getTranslations } from 'next-intl/server'
import { Missing } from '../../../_components/missing'

export default async function PanelNotFound() {
  const t = await getTranslations('notFound')
  return <Missing home="/company" text={t('panelHome')} />
}
