import { getTranslations } from 'next-intl/server'
import type { MESSAGES } from '#lib/i18n/messages'
import { isTold } from '#lib/oauth/told-reasons'

type Texts = (typeof MESSAGES)['en']['docsErrors']

/** What a code means and what mends it, as the documentation has it; and the nearer sentence of a reason. */
export async function failureWords() {
  const docs = await getTranslations('docsErrors')
  const t = await getTranslations('requests')
  const ofCode = (code: string) => {
    const [oauth, api] = [`oauth.${code as keyof Texts['oauth']}`, `api.${code as keyof Texts['api']}`] as const
    if (docs.has(`${oauth}.meaning`)) return { meaning: docs(`${oauth}.meaning`), fix: docs(`${oauth}.fix`) }
    return docs.has(`${api}.meaning`) ? { meaning: docs(`${api}.meaning`), fix: docs(`${api}.fix`) } : null
  }
  const ofReason = (reason: string) => (isTold(reason) ? t(`reasons.${reason}`) : reason)
  return { ofCode, ofReason }
}
