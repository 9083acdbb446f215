import { getTranslations } from 'next-intl/server'
import { Button } from '#components/ui/button'
import { confirmAction } from '../../actions'

/** Opening the link changes nothing: mail scanners open links too. */
export default async function ConfirmPage({ params }: { params: Promise<{ token: string }> }) {
  const t = await getTranslations('companyEntry')
  return (
    <form action={confirmAction} method="post" className="grid gap-4">
      <h1>{t('confirmTitle')}</h1>
      <p className="text-soft">{t('confirmBody')}</p>
      <input type="hidden" name="token" value={(await params).token} />
      <Button type="submit">{t('confirm')}</Button>
    </form>
  )
}
