/** Most particular first: every Edge and Opera also calls itself Chrome, every Chrome Safari. */
const BROWSERS = [['Edg', 'Edge'], ['OPR', 'Opera'], ['SamsungBrowser', 'Samsung Internet'], ['Firefox', 'Firefox'], ['FxiOS', 'Firefox'], ['CriOS', 'Chrome'], ['Chrome', 'Chrome'], ['Safari', 'Safari']] as const // biome-ignore format: a table
const SYSTEMS = [['Android', 'Android'], ['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Windows', 'Windows'], ['Mac OS X', 'macOS'], ['CrOS', 'ChromeOS'], ['Linux', 'Linux']] as const // biome-ignore format: a table

/** The kind of browser and system, such as "Firefox, Linux": words from these lists only, no version, nothing typed. */
export function browserKind(userAgent: string | null): string | null {
  const named = [BROWSERS, SYSTEMS].map((list) => list.find(([mark]) => userAgent?.includes(mark))?.[1])
  return named.filter(Boolean).join(', ') || null
}
