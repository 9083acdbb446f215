import { getTranslations } from 'next-intl/server'

/**
 * Says to whoever comes for a test app that nothing here is real, and who can go on. Without an icon: those come with a script.
 * @param isInside it is a demo person who is logged in
 */
export async function TestMark({ company, isInside = false }: { company: string; isInside?: boolean }) {
  const t = await getTranslations('testMark')
  return (
    <p role="note" className="mb-6 rounded-xl border-l-4 border-warn bg-warn-wash px-4 py-3 text-sm">
      <strong>{t('title')}</strong> {t(isInside ? 'inside' : 'body', { company })}
    </p>
  )
}
