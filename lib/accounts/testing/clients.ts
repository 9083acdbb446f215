import { randomBase62 } from '#lib/core/random-id'
import type { Client } from '../client'

/** Somebody from a network nobody else comes from. */
export const aStranger = (): Client => ({ network: randomBase62(12) })
