import { getTranslations } from 'next-intl/server'
import type { MESSAGES } from '#lib/i18n/messages'
import { isTold } from '#lib/oauth/told-reasons'

type Texts = (typeof MESSAGES)['en']['docsErrors']

/** What a code means and what mends it, as the documentation has it: the protocol has some that the other interfaces have too. And the nearer sentence of a reason. */
export async function failureWords() {
  const docs = await getTranslations('docsErrors')
  const t = await getTranslations('requests')
  const ofCode = (code: string, isProtocol: boolean) => {
    const [oauth, api] = [`oauth.${code as keyof Texts['oauth']}`, `api.${code as keyof Texts['api']}`] as const
    const known = (isProtocol ? [oauth, api] : [api, oauth]).find((name) => docs.has(`${name}.meaning`))
    return known ? { meaning: docs(`${known}.meaning`), fix: docs(`${known}.fix`) } : null
  }
  const ofReason = (reason: string) => (isTold(reason) ? t(`reasons.${reason}`) : reason)
  return { ofCode, ofReason }
}
