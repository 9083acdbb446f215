import { clientNetwork } from '#lib/core/client'
import { FairQueue } from '#lib/core/fair-queue'
import { inspectImage } from '#lib/documents/inspect-image'
import type { InspectImageResult } from '#lib/documents/types'

/** Decoding is work, if only of a moment: so many pictures at a time in one web process, and so many that wait. */
const queue = new FairQueue({ atOnce: 1, mostWaiting: 12, mostWaitingEach: 12 })

/**
 * Lets a picture in or says why not, without ever taking more of a web process than one picture's worth. Reading it is
 * the worker's business.
 */
export const admitPicture = async (upload: Uint8Array, network = clientNetwork()): Promise<InspectImageResult | { ok: false; fault: 'busy' }> =>
  (await queue.run(network, () => inspectImage(upload))) ?? { ok: false, fault: 'busy' }
