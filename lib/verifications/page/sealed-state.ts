import { currentKey } from '#lib/core/keyring'
import { openWithMasterKey, sealWithMasterKey } from '#lib/core/sealed'

const place = (row: string) => ({ table: 'verification_sessions', row, column: 'state_sealed' })

/** A company's `state` may hold anything, so it is kept sealed. */
export function sealState(id: string, state: string | undefined) {
  if (state === undefined) return { stateSealed: null, masterKeyId: currentKey('wrap').id }
  const { sealed, masterKeyId } = sealWithMasterKey(Buffer.from(state), place(id))
  return { stateSealed: sealed, masterKeyId }
}

export const openState = ({ id, stateSealed, masterKeyId }: { id: string; stateSealed: Uint8Array | null; masterKeyId: string }) =>
  stateSealed && openWithMasterKey(stateSealed, masterKeyId, place(id)).toString()
