import { z } from 'zod'
import { ID_PATTERN, type IdPrefix } from './random-id'

/** What values look like on the wire, for documents and examples. */
const EXAMPLE = '5Jt0mXyE2cVvQk8sW1aBzR'

/** An id that we gave out. */
export const idText = (prefix: IdPrefix) => z.string().meta({ pattern: ID_PATTERN(prefix), examples: [`${prefix}_${EXAMPLE}`] })

/** RFC 3339, in UTC. */
export const timeText = () => z.iso.datetime().meta({ examples: ['2026-11-21T09:30:00Z'] })

/** Meta data of an address; what else it has to be is judged where it is used. */
export const address = (example: string) => ({ format: 'uri', maxLength: 2000, examples: [example] })

/** A text that is judged by hand, after which it is one of an enumeration that the document has under this name. */
export const shownAs = (name: string) => ({ $ref: `#/$defs/${name}` })
