import { MOST_CHOICES, readAppChoices } from '#lib/apps/read-choices'
import { env } from '#lib/core/env'
import { isId } from '#lib/core/random-id'
import { findCallerNames, findKeyChoices, findRateUse, findRequestLine, findRequestLines, type LineFilter, type RequestLine } from './read-store'

const PAGE = 50
const MOST_KEYS = 10

export type ShownLine = RequestLine & { caller: string | null }

/** Where a page goes on: the moment and the id of its last line. */
const readBefore = (text: string | undefined) => {
  const [, at = '', id = ''] = /^(\d{13})_(req_[0-9A-Za-z]{22})$/.exec(text ?? '') ?? []
  return id ? { at: new Date(Number(at)), id } : null
}

async function withNames(companyId: string, lines: RequestLine[]): Promise<ShownLine[]> {
  const names = await findCallerNames(companyId, [...new Set(lines.map(({ caller_id }) => caller_id))])
  return lines.map((line) => ({ ...line, caller: names.get(line.caller_id) ?? null }))
}

/** A page of a company's requests, newest first. @param before `next` of the page before */
export async function listRequests(companyId: string, filter: LineFilter, before: string | undefined) {
  const found = await findRequestLines(companyId, filter, { before: readBefore(before), take: PAGE + 1 })
  const lines = await withNames(companyId, found.slice(0, PAGE))
  const last = lines.at(-1)
  return { lines, next: found.length > PAGE && last ? `${last.at.getTime()}_${last.request_id}` : null }
}

/** The one request with this id; none of another company. */
export async function findRequest(companyId: string, requestId: string): Promise<ShownLine[]> {
  const line = isId('req', requestId) ? await findRequestLine(companyId, requestId) : null
  return withNames(companyId, line ? [line] : [])
}

/**
 * Apps and keys to choose from, the chosen one among them.
 * @param find finds apps
 * @returns null where the chosen one is none of the company's
 */
export async function readCallers(companyId: string, chosen: string | null, find = '') {
  const isKey = chosen !== null && isId('key', chosen)
  const [apps, keys] = await Promise.all([readAppChoices(companyId, isKey ? null : chosen, find), findKeyChoices(companyId, MOST_CHOICES)])
  if (apps === null) return null
  if (!isKey || keys.some(({ id }) => id === chosen)) return { apps, keys }
  const name = (await findCallerNames(companyId, [chosen])).get(chosen)
  return name === undefined ? null : { apps, keys: [...keys, { id: chosen, name }] }
}

/** The last minute against what the company and each of its keys may ask. */
export async function readRateUse(companyId: string) {
  const { API_RATE_PER_KEY, API_RATE_PER_COMPANY } = env()
  const used = await findRateUse(companyId, MOST_KEYS)
  return {
    company: { used: used.find(({ id }) => id === companyId)?.used ?? 0, limit: API_RATE_PER_COMPANY },
    keys: used.filter(({ id }) => id !== companyId).map((key) => ({ ...key, limit: API_RATE_PER_KEY })),
  }
}
