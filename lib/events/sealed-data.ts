import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'

const place = (id: string): Place => ({ table: 'events', row: id, column: 'data_sealed' })

/** A copy of the log without the keys pairs no `sub` with whatever else happened at that moment. */
export function sealEventData(id: string, data: object): { dataSealed: Buffer; masterKeyId: string } {
  const { sealed, masterKeyId } = sealWithMasterKey(Buffer.from(JSON.stringify(data)), place(id))
  return { dataSealed: sealed, masterKeyId }
}

export const openEventData = (row: { id: string; data_sealed: Uint8Array; master_key_id: string }): unknown =>
  JSON.parse(openWithMasterKey(row.data_sealed, row.master_key_id, place(row.id)).toString())
