import { env } from '#lib/core/env'
import { readIdentity } from '#lib/wallet/identity/read-identity'
import type { VerifierIdentity } from '#lib/wallet/types'

let kept: VerifierIdentity | null | undefined

/** Who we are to wallets; null where the operator gave no key for it, and no wallet can be asked. */
export function verifierIdentity(): VerifierIdentity | null {
  const { WALLET_KEY: privateKey, WALLET_CHAIN: chain, WALLET_CLIENT_ID: prefix, BASE_URL } = env()
  kept ??= privateKey && chain ? readIdentity({ privateKey, chain, prefix, host: new URL(BASE_URL).hostname }) : null
  return kept
}
