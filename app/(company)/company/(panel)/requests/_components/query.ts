import { asFind } from '#lib/apps/read-choices'
import { isId } from '#lib/core/random-id'
import { isRange, type Range } from '#lib/request-log/read-charts'

/** What the address asks for; what makes no sense asks for nothing. */
export type RequestQuery = { caller?: string; show?: 'failed'; code?: string; range?: Range; id?: string; live?: '1'; find?: string }

export type Given = Record<string, string | string[] | undefined>

export function readRequestQuery(given: Given): RequestQuery {
  const one = (name: string) => (typeof given[name] === 'string' ? (given[name] as string).trim() : '')
  const [caller, code, range, id] = [one('caller'), one('code'), one('range'), one('id')]
  const find = asFind(given.find)
  return {
    ...(find === '' ? (isId('app', caller) || isId('key', caller)) && { caller } : { find }),
    ...(/^[a-z_]{1,40}$/.test(code) && { code }),
    ...((one('show') === 'failed' || code !== '') && { show: 'failed' as const }),
    ...(isRange(range) && { range }),
    ...(id !== '' && { id: id.slice(0, 60) }),
    ...(one('live') === '1' && { live: '1' as const }),
  }
}

export const requestsAt = (query: RequestQuery & { before?: string }): string => {
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return set.length > 0 ? `/company/requests?${new URLSearchParams(set)}` : '/company/requests'
}
