import type { Queryable } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import type { Shard } from '#lib/core/shard'
import { insertOutgoingEvent } from './outgoing-store'
import { sealEventData } from './sealed-data'
import { EVENT_DATA, type EventData, type EventType } from './types'

export type Told<Type extends EventType> = {
  type: Type
  data: EventData<Type>
  /** When the company is told, if not at once; then `grantId` names the consent, so that it can be taken back before. */
  visibleAt?: Date
  grantId?: string
}

/**
 * Writes down what a company is told, in the transaction of what it tells and beside it: the one stands exactly when the other
 * does. Whatever its schema does not name cannot be written.
 * @param beside the shard of the person, the verification or the company that it tells of
 */
export async function recordEvent<Type extends EventType>(
  tx: Queryable,
  companyId: string,
  beside: Shard,
  { type, data, visibleAt, grantId }: Told<Type>,
): Promise<void> {
  const id = newId('evt')
  const checked = EVENT_DATA[type].parse(data) as { app_id?: string }
  await insertOutgoingEvent(tx, {
    shard: beside,
    id,
    companyId,
    appId: checked.app_id ?? null,
    type,
    ...sealEventData(id, checked),
    grantId: grantId ?? null,
    visibleAt: visibleAt ?? null,
  })
}
