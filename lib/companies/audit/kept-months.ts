/** For how many months a company may keep its audit log: a year at least, so that nobody can hurry what they did out of it. */
export const KEPT_MONTHS = [12, 24, 36, 60, 120] as const

export type KeptMonths = (typeof KEPT_MONTHS)[number] | null

/** @returns null for good, undefined for anything that cannot be chosen */
export function readKeptMonths(text: unknown): KeptMonths | undefined {
  if (text === 'forever') return null
  return KEPT_MONTHS.find((months) => String(months) === text)
}
