import Link from 'next/link'
import { getTranslations } from 'next-intl/server'

export async function BackToSecurity() {
  const t = await getTranslations('footer')
  return (
    <p className="mb-3">
      <Link href="/security" prefetch={false} className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4">
        {t('security')}
      </Link>
    </p>
  )
}
