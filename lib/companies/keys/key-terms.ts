import { KEY_PERMISSIONS, type KeyPermission } from './key-permissions'

/** What a key may be used for, and from where; from anywhere without a network. */
export type KeyTerms = { permissions: KeyPermission[]; allowedNetworks: string[] }

export const EVERYTHING_FROM_ANYWHERE: KeyTerms = { permissions: [...KEY_PERMISSIONS], allowedNetworks: [] }

/** As the audit log has them. */
export const termsToTell = ({ permissions, allowedNetworks }: KeyTerms) => ({ permissions, allowed_networks: allowedNetworks })
