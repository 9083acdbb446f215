import { subIndex } from '#lib/subjects/sealed-subject'
import type { Signal } from './sign-set'
import { openSignalData, type StoredSignal } from './signal-data'
import { isSubjectRemoved } from './subjects-store'

/** A stored signal as it leaves; null when its event is no longer kept. */
export function signalOf(
  { id: streamId, company_id: companyId }: { id: string; company_id: string },
  stored: StoredSignal & { type: string; created_at: Date },
): Signal | null {
  const data = openSignalData(streamId, stored)
  return data && { jti: stored.event_id, uri: stored.type, data, at: stored.created_at, companyId, streamId }
}

/** Whether the stream wants to hear of its subject. */
export const isWanted = async ({ streamId, data: { sub } }: Signal) => sub === undefined || !(await isSubjectRemoved(streamId, subIndex(sub)))
