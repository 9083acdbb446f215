/** What an API key may be good for; `lib/http/operation-permissions.ts` says which operation needs what. */
export const KEY_PERMISSIONS = ['read', 'apps', 'verifications', 'events'] as const

export type KeyPermission = (typeof KEY_PERMISSIONS)[number]

const isKeyPermission = (text: unknown): text is KeyPermission => KEY_PERMISSIONS.some((name) => name === text)

/**
 * Those that were ticked, in the order they have everywhere.
 * @returns undefined for none at all, and for anything that cannot be ticked
 */
export function readKeyPermissions(ticked: unknown[]): KeyPermission[] | undefined {
  if (ticked.length === 0 || !ticked.every(isKeyPermission)) return undefined
  return KEY_PERMISSIONS.filter((name) => ticked.includes(name))
}
