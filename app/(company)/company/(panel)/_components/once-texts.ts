import { getTranslations } from 'next-intl/server'
import type { ShownOnceTexts } from '#components/ui/shown-once'

/** What is said beside a secret that is shown once. */
export async function onceTexts(): Promise<ShownOnceTexts> {
  const t = await getTranslations('companyPanel')
  return { warning: t('shownOnce'), copy: t('copy'), copied: t('copied'), stored: t('stored'), close: t('close') }
}
