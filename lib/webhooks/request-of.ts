import { presentEvent, presentSample } from '#lib/events/present-event'
import { isEventType } from '#lib/events/types'
import type { DueDelivery } from './deliver-store'
import { sampleData } from './sample-event'

type Told = Pick<DueDelivery, 'event_id' | 'type' | 'is_sample' | 'created_at' | 'data_sealed' | 'master_key_id' | 'visible_at'>

/** The body of a delivery, the same at every try; null when its event is no longer kept. */
export function bodyOfDelivery(delivery: Told): string | null {
  const { event_id: id, type, is_sample, created_at, data_sealed, master_key_id, visible_at } = delivery
  if (is_sample) return isEventType(type) ? JSON.stringify(presentSample(id, type, created_at, sampleData(type))) : null
  if (!data_sealed || !master_key_id || !visible_at) return null
  return JSON.stringify(presentEvent({ id, type, data_sealed, master_key_id, visible_at }))
}
