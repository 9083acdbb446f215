import { z } from 'zod'

// NUL and the other C0 controls but tab, line feed and carriage return; U+007F.
const NOT_STORABLE = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/

/** Postgres refuses NUL and would change a lone surrogate; both are refused at the door instead. */
export const isStorableText = (text: string) => text.isWellFormed() && !NOT_STORABLE.test(text)

/** A string from outside that the database can hold unchanged. */
export const outsideText = () => z.string().refine(isStorableText, 'contains control characters or broken Unicode')

/** A single visible line, such as a name. Lengths count Unicode code points. */
export const singleLine = (maxCharacters: number) =>
  outsideText()
    .transform((text) => text.trim())
    .refine((text) => text.length > 0, 'must not be empty')
    .refine((text) => [...text].length <= maxCharacters, `must have at most ${maxCharacters} characters`)
    .refine((text) => !/[\r\n\t\u2028\u2029]/.test(text), 'must be a single line')
