import { getTranslations } from 'next-intl/server'
import type { AuditLine } from '#lib/audit/list-audit'
import { isTry } from '#lib/audit/tries'
import type { MESSAGES } from '#lib/i18n/messages'
import { isScope } from '#lib/scopes/catalog'
import { FIELD_NAMES } from '#lib/verifications/schema'

type Texts = (typeof MESSAGES)['en']['audit']

/** Of the types of signals, which are addresses, their names. @see OpenID CAEP 1.0, RISC Profile 1.0 */
const shortly = (given: unknown) => String(given).replace(/^https:\/\/schemas\.openid\.net\/secevent\/.*\//, '')

/** The log in plain words of the reader's language; what has none yet stays as it is written in the log. */
export async function auditWords() {
  const t = await getTranslations('audit')
  const scopes = await getTranslations('scopes')
  const verifications = await getTranslations('companyVerifications')
  const action = (name: string) => {
    const key = `actions.${name.replace('.', '_') as keyof Texts['actions']}` as const
    return t.has(key) ? t(key) : name
  }
  const field = (name: string) => {
    const key = `fields.${name as keyof Texts['fields']}` as const
    return t.has(key) ? t(key) : name
  }
  const word = (text: string) => {
    const key = `values.${text as keyof Texts['values']}` as const
    return /^[a-z_]+$/.test(text) && t.has(key) ? t(key) : text
  }
  /** One of several: a scope, a field of a verification and a permission have words, an address or an id has none. */
  const ofList = (name: string, one: string) => {
    if (name === 'permissions') return word(one)
    if (name === 'scopes' && isScope(one)) return scopes(`${one}.title`)
    const field = FIELD_NAMES.find((known) => known === one)
    return name === 'fields' && field ? verifications(`fields.${field}`) : shortly(one)
  }
  const value = (name: string, given: unknown) => {
    if (given === null) return t('nothing')
    if (Array.isArray(given)) {
      if (given.length === 0) return t('nothing')
      return given.map((one) => ofList(name, String(one))).join(', ')
    }
    return typeof given === 'boolean' || ['role', 'status', 'verification_status', 'client_type', 'by'].includes(name)
      ? word(String(given))
      : String(given)
  }
  /** A person by their name; a key by what it is and its name; the operator and the service by theirs; of tries nobody knows whose they were. */
  const actor = ({ kind, name }: AuditLine['actor'], tried?: string) => {
    if (tried !== undefined && isTry(tried)) return t('actors.somebody')
    if (kind === 'staff') return name ?? t('actors.formerMember')
    return kind === 'api_key' ? t('actors.key', { name: name ?? '' }) : 'Signet'
  }
  const place = (line: AuditLine) =>
    [line.place?.network && t('network', { network: line.place.network }), line.place?.software].filter((part): part is string => Boolean(part))
  return { action, field, value, actor, place }
}
