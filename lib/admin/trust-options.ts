import { readFile } from 'node:fs/promises'
import { printable, Refusal, WrongUse } from './command'

/** Values with commas between them. */
export const listOf = (text: string | undefined): string[] => (text ?? '').split(',').flatMap((one) => one.trim() || [])

/** The end of a day in UTC; null when none is given. @throws WrongUse */
export function untilDay(text: string | undefined): Date | null {
  if (text === undefined) return null
  const end = new Date(`${text}T24:00:00Z`)
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || Number.isNaN(end.getTime())) throw new WrongUse('--until takes a day, as YYYY-MM-DD.')
  return end
}

/** @throws Refusal */
export const readFileOf = (file: string): Promise<Buffer> =>
  readFile(file).catch(({ code }: NodeJS.ErrnoException) => {
    throw new Refusal(`${printable(file)} cannot be read (${code}).`)
  })
