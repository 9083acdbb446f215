import { lookAtPrimary } from '#lib/core/db'
import { env } from '#lib/core/env'
import type { Job } from './run-regularly'

/** So long a primary that went away is still asked for what another could answer. */
const EVERY_SECONDS = 1

/** Where there are several primaries, a process looks which of them answer. */
export const lookAtPrimaries = (): Job[] =>
  env().SHARD_PRIMARIES > 1 ? [{ name: 'look at the primary', everySeconds: EVERY_SECONDS, work: lookAtPrimary }] : []
