import { FlaskConical } from 'lucide-react'
import { getTranslations } from 'next-intl/server'

/** Says on every page of a test environment that nothing on it is real. */
export async function TestBanner() {
  const t = await getTranslations('environments')
  return (
    <p className="mb-6 flex items-center gap-3 rounded-xl bg-warn-wash px-4 py-3 text-sm">
      <FlaskConical size={18} aria-hidden="true" className="shrink-0 text-warn" />
      {t('banner')}
    </p>
  )
}
