import type { Signal } from './sign-set'
import { openSignalData, type StoredSignal } from './signal-data'
import { isSubjectRemoved } from './subjects-store'
import { isStillConsented } from './tell-store'

/** A stored signal as it leaves; null when its event is no longer kept. */
export function signalOf(
  { id: streamId, company_id: companyId }: { id: string; company_id: string },
  stored: StoredSignal & { type: string; created_at: Date },
): Signal | null {
  const data = openSignalData(streamId, stored)
  return data && { jti: stored.event_id, uri: stored.type, data, at: stored.created_at, companyId, streamId }
}

/** Whether the stream wants to hear of its subject, and may: a signal that falls with its consent does so until it was told. */
export async function mayBeTold({ streamId, data: { sub } }: Signal, { grant_id }: StoredSignal): Promise<boolean> {
  if (grant_id !== null && !(await isStillConsented(grant_id))) return false
  return sub === undefined || !(await isSubjectRemoved(streamId, sub))
}
