import { z } from 'zod'

/** Digits and nothing else: `Number` would also take 1e1, 0x10, " 7" and the empty text. */
const DIGITS = /^(0|[1-9]\d{0,8})$/

/** A text as the number it is written as; any other value stays what it is, for the schema to refuse. */
export const digitsToNumber = (value: unknown): unknown => (typeof value === 'string' && DIGITS.test(value) ? Number(value) : value)

/** A whole number that arrives as text, from an address, a form or the environment. */
export const wholeNumber = (min: number, max: number) => z.preprocess(digitsToNumber, z.int('must be a whole number').min(min).max(max))
