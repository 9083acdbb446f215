import type { Queryable } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { sealEventData } from './sealed-data'
import { insertEvent } from './store'
import { EVENT_DATA, type EventData, type EventType } from './types'

export type Told<Type extends EventType> = {
  type: Type
  data: EventData<Type>
  /** When the company is told, if not at once; then `grantId` names the consent, so that it can be taken back before. */
  visibleAt?: Date
  grantId?: string
}

/**
 * Writes down what a company is told, in the transaction of what it tells: the one stands exactly when the other does.
 * Whatever its schema does not name cannot be written.
 */
export async function recordEvent<Type extends EventType>(
  tx: Queryable,
  companyId: string,
  { type, data, visibleAt, grantId }: Told<Type>,
): Promise<void> {
  const id = newId('evt')
  const checked = EVENT_DATA[type].parse(data) as { app_id?: string }
  await insertEvent(tx, {
    id,
    companyId,
    appId: checked.app_id ?? null,
    type,
    ...sealEventData(id, checked),
    grantId: grantId ?? null,
    visibleAt: visibleAt ?? null,
  })
}
