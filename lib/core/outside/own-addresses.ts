import { networkInterfaces } from 'node:os'

const KEPT_MS = 10_000

let known = { addresses: new Set<string>(), until: 0 }

/** Whether it is an address of this machine, public or not: behind it may be what listens for its neighbours alone. */
export function isOwnAddress(address: string): boolean {
  if (performance.now() >= known.until) known = { addresses: new Set(addresses()), until: performance.now() + KEPT_MS }
  return known.addresses.has(address)
}

const addresses = () => Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address))
