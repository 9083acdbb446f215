import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import { openEventData } from '#lib/events/sealed-data'
import type { SignalData } from './judge-signal'

const place = (webhookId: string, id: string): Place => ({ table: 'webhook_deliveries', row: `${webhookId}/${id}`, column: 'data_sealed' })

/** What a signal tells that is no event of the log. */
export function sealSignalData(webhookId: string, id: string, data: SignalData): { dataSealed: Buffer<ArrayBuffer>; masterKeyId: string } {
  const { sealed, masterKeyId } = sealWithMasterKey(Buffer.from(JSON.stringify(data)), place(webhookId, id))
  return { dataSealed: sealed, masterKeyId }
}

export type StoredSignal = {
  event_id: string
  grant_id: string | null
  own_data_sealed: Uint8Array | null
  own_master_key_id: string | null
  data_sealed: Uint8Array | null
  master_key_id: string | null
}

/** Id of the event that a signal comes from. */
export const eventIdOf = (id: string) => id.split('.')[0] as string

/** @returns null when its event is no longer kept */
export function openSignalData(webhookId: string, stored: StoredSignal): SignalData | null {
  const { event_id: id, own_data_sealed, own_master_key_id, data_sealed, master_key_id } = stored
  if (own_data_sealed && own_master_key_id)
    return JSON.parse(openWithMasterKey(own_data_sealed, own_master_key_id, place(webhookId, id)).toString()) as SignalData
  if (data_sealed && master_key_id) return openEventData({ id: eventIdOf(id), data_sealed, master_key_id }) as SignalData
  return null
}
