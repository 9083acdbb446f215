import { statfs } from 'node:fs/promises'
import { env } from '#lib/core/env'
import { MIN_FREE_DISK_BYTES } from '../limits'
import { Refusal } from './reply'

const REMEMBER_MS = 5000

let known = { isLow: false, until: 0 }

/**
 * The embedded database keeps the queue in DATA_DIR; a database elsewhere says itself when it is full.
 * @throws Refusal when the disk is nearly full
 */
export async function requireDiskSpace(): Promise<void> {
  if (env().EMBEDDED && known.until < Date.now()) {
    const { bavail, bsize } = await statfs(env().DATA_DIR)
    known = { isLow: bavail * bsize < MIN_FREE_DISK_BYTES, until: Date.now() + REMEMBER_MS }
  }
  if (known.isLow) throw new Refusal('noSpace')
}
