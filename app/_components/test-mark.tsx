import { FlaskConical } from 'lucide-react'
import { getTranslations } from 'next-intl/server'

/** Says to whoever comes for a test app that nothing here is real, and who can go on. */
export async function TestMark({ company }: { company: string }) {
  const t = await getTranslations('testMark')
  return (
    <p role="note" className="mb-6 flex items-start gap-3 rounded-xl bg-warn-wash px-4 py-3 text-sm">
      <FlaskConical size={18} aria-hidden="true" className="mt-0.5 shrink-0 text-warn" />
      <span>
        <strong>{t('title')}</strong> {t('body', { company })}
      </span>
    </p>
  )
}
