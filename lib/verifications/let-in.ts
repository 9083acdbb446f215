import { inspectImage } from '#lib/documents/inspect-image'
import type { InspectImageResult } from '#lib/documents/types'

/** Decoding is work, if only of a moment: so many pictures at a time in one web process, and so many that wait. */
const AT_ONCE = 1
const WAITING = 12

let running = 0
const waiting: (() => void)[] = []

/**
 * Lets a picture in or says why not, without ever taking more of a web process than one picture's worth. Reading it is
 * the worker's business.
 */
export async function letIn(upload: Uint8Array): Promise<InspectImageResult | { ok: false; fault: 'busy' }> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING) return { ok: false, fault: 'busy' }
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  running++
  try {
    return await inspectImage(upload)
  } finally {
    running--
    waiting.shift()?.()
  }
}
