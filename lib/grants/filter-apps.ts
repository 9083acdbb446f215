import { isScope, type ScopeName } from '#lib/scopes/catalog'

type Known = { appName: string; companyName: string; scopes: readonly ScopeName[] }

/** What is looked for, as an address says it: words of a name, and something that is shared. */
export type AppFilter = { words: string; scope: ScopeName | null }

export const readAppFilter = (words: string | undefined, scope: string | undefined): AppFilter => ({
  words: (words ?? '').trim().slice(0, 100),
  scope: scope !== undefined && isScope(scope) ? scope : null,
})

/** Without accents and capitals, as people type. */
const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('ł', 'l').replaceAll('Ł', 'L').toLowerCase()

/** The apps whose name, or whose company's, has all of the words, and that are given what is looked for. */
export function filterApps<App extends Known>(apps: readonly App[], { words, scope }: AppFilter): App[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean)
  return apps.filter(({ appName, companyName, scopes }) => {
    const name = plain(`${appName} ${companyName}`)
    return wanted.every((word) => name.includes(word)) && (scope === null || scopes.includes(scope))
  })
}
