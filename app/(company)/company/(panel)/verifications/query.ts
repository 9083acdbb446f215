import { asFind } from '#lib/apps/read-choices'
import { isId } from '#lib/core/random-id'
import { ASSURANCES } from '#lib/users/assurance'
import { listVerificationsQuery } from '#lib/verifications/interface/contract'
import type { VerificationNarrowing } from '#lib/verifications/interface/read-verifications'

export type Search = Record<string, string | string[] | undefined>

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** What an address says of the list, as far as it makes sense; what is empty or not one of ours narrows nothing. */
export function readVerificationQuery(search: Search) {
  const one = (name: string, fits: (text: string) => boolean) => {
    const text = search[name]
    return typeof text === 'string' && fits(text) ? text : undefined
  }
  const given = Object.entries(search).filter(([name, value]) => ['status', 'reference', 'cursor'].includes(name) && value)
  const parsed = listVerificationsQuery.safeParse({ ...Object.fromEntries(given), limit: 20 })
  const query = parsed.success ? parsed.data : listVerificationsQuery.parse({ limit: 20 })
  const find = asFind(search.find)
  const narrowing: VerificationNarrowing = {
    appId: find === '' ? one('app', (text) => isId('app', text)) : undefined,
    from: one('from', isDay),
    to: one('to', isDay),
    assurance: ASSURANCES.find((level) => level === search.level),
  }
  const { status, reference } = query
  const set = Object.entries({ status, reference, app: narrowing.appId, from: narrowing.from, to: narrowing.to, level: narrowing.assurance })
  const kept = new URLSearchParams(set.filter((entry): entry is [string, (typeof entry)[1] & string] => entry[1] !== undefined))
  return { query, narrowing, kept, find, isFiltered: kept.size > 0 }
}
