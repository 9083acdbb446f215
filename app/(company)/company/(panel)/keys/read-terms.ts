import { getTranslations } from 'next-intl/server'
import { MOST_NETWORKS, readNetworks } from '#lib/companies/keys/allowed-networks'
import { readKeyPermissions } from '#lib/companies/keys/key-permissions'
import type { KeyTerms } from '#lib/companies/keys/key-terms'

/** What a form says a key may be used for; or what is wrong with it, and at which field. */
export async function readTerms(form: FormData): Promise<{ terms: KeyTerms } | { message: string; field: 'permissions' | 'networks' }> {
  const t = await getTranslations('keys')
  const permissions = readKeyPermissions(form.getAll('permissions'))
  if (!permissions) return { message: t('noPermission'), field: 'permissions' }
  const read = readNetworks(String(form.get('networks') ?? ''))
  if ('fault' in read) return { message: t('badNetwork', { entry: read.fault }), field: 'networks' }
  if ('tooMany' in read) return { message: t('tooManyNetworks', { count: MOST_NETWORKS }), field: 'networks' }
  return { terms: { permissions, allowedNetworks: read.networks } }
}

/** What was typed, for a page that is drawn anew. */
export const typedTerms = (form: FormData) => ({
  permissions: form.getAll('permissions').map(String).join(),
  networks: String(form.get('networks') ?? ''),
})
