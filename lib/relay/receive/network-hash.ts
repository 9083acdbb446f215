import { networkOf, readAddress } from '#lib/core/client-address'
import { blindIndex } from '#lib/core/sealed'

/** A fingerprint of the network that a client's address is in. */
export const networkHash = (ip: string) => blindIndex('network', networkOf(readAddress(ip)))
