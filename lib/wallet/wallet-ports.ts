import { revocationLists, statusLists } from './lists/fetched-list'
import { trustAnchors } from './trust/trust-anchors'
import type { WalletPorts } from './types'

/** The product's: anchors from the database, lists from outside. */
export const walletPorts = (): WalletPorts => ({ trustAnchors, statusLists, revocationLists })
