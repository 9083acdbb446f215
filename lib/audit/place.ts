import { clientNetwork, clientSoftware } from '#lib/core/client'
import { openForGood, type Place, sealForGood } from '#lib/core/sealed'
import { isTry } from './tries'

/**
 * Where something was done from: the network as far as `networkOf` tells it apart, never an address, and the kind of
 * browser or library.
 */
export type AuditPlace = { network: string | null; software: string | null }

const UNKNOWN = 'unknown'

const at = (companyId: string): Place => ({ table: 'audit_events', row: companyId, column: 'place' })

/**
 * The place of whoever acts for the company in the request that is being answered, and of strangers at their staff's
 * log-in. What a person, the operator or the service does has none: where people are is not the company's to know.
 */
export function placeNow(actorKind: string, action = ''): AuditPlace | null {
  if (actorKind !== 'staff' && actorKind !== 'api_key' && !isTry(action)) return null
  const [network, software] = [clientNetwork(), clientSoftware()]
  return network === UNKNOWN && software === null ? null : { network: network === UNKNOWN ? null : network, software }
}

export const sealPlace = (companyId: string, place: AuditPlace | null): Buffer | null =>
  place && sealForGood('audit', JSON.stringify([place.network, place.software]), at(companyId))

export function openPlace(companyId: string, sealed: Uint8Array | null): AuditPlace | null {
  if (sealed === null) return null
  const [network, software] = JSON.parse(openForGood('audit', sealed, at(companyId)))
  return { network, software }
}
