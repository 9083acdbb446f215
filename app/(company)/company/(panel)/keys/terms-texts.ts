import { getTranslations } from 'next-intl/server'
import { KEY_PERMISSIONS, type KeyPermission } from '#lib/companies/keys/key-permissions'
import type { TermsTexts } from './terms-fields'

export async function termsTexts(): Promise<TermsTexts> {
  const t = await getTranslations('keys')
  const words = KEY_PERMISSIONS.map((name) => [name, [t(`permission.${name}`), t(`permissionBody.${name}`)]] as const)
  return {
    permissions: t('permissions'),
    permissionsHint: t('permissionsHint'),
    networks: t('networks'),
    networksHint: t('networksHint'),
    fold: t('fold'),
    foldHint: t('foldHint'),
    words: Object.fromEntries(words) as Record<KeyPermission, readonly [string, string]>,
  }
}
