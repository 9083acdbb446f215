export const THEME_COOKIE = 'signet-theme'

export type Theme = 'light' | 'dark'

/** The pinned theme; undefined follows the system. */
export function readTheme(jar: { get: (name: string) => { value: string } | undefined }): Theme | undefined {
  const value = jar.get(THEME_COOKIE)?.value
  return value === 'light' || value === 'dark' ? value : undefined
}
