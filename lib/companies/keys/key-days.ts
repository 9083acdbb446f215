/** For how many days a key may be made; without a number it works until it is invalidated. */
export const KEY_DAYS = [30, 90, 365] as const

export type KeyDays = (typeof KEY_DAYS)[number] | null

/** @returns null for good, undefined for anything that cannot be chosen */
export function readKeyDays(text: unknown): KeyDays | undefined {
  if (text === null || text === '') return null
  return KEY_DAYS.find((days) => String(days) === text)
}
