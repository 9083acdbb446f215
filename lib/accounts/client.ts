import { blindIndex } from '#lib/core/sealed'

/**
 * Who asks, as far as that can be told before they prove anything.
 * @property network they come from
 * @property device the secret their browser keeps, if it does
 */
export type Client = { network: string; device?: string }

/** What a browser is remembered by. */
export const deviceHashOf = (secret: string) => blindIndex('device', secret)
