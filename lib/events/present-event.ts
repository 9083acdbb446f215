import { rfc3339 } from '#lib/core/time'
import { openEventData } from './sealed-data'
import type { EventRow } from './store'

/** The form of events. A change that could break a receiver is a new version beside this one. */
export const API_VERSION = '2026-11-21'

const MINUTE_MS = 60_000

/** To the minute: events of two companies shall not be aligned by their times more than they must. */
const minuteOf = (time: Date) => rfc3339(new Date(Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS))

/** The same of an event that never was. */
export const presentSample = (id: string, type: string, at: Date, data: object) => ({
  id,
  type,
  created_at: minuteOf(at),
  api_version: API_VERSION,
  data,
})

/** An event as it leaves, the same in every way it can leave. */
export const presentEvent = (row: Pick<EventRow, 'id' | 'type' | 'data_sealed' | 'master_key_id' | 'visible_at'>) => ({
  id: row.id,
  type: row.type,
  created_at: minuteOf(row.visible_at),
  api_version: API_VERSION,
  data: openEventData(row),
})
