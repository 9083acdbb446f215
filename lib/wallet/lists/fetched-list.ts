import { env } from '#lib/core/env'
import { type FetchLimits, fetchOutside } from '#lib/core/outside/fetch-outside'
import { OutsideError } from '#lib/core/outside/outside-error'
import { SPECIMEN_LIST, specimenList } from '../specimen/specimen-list'
import type { RevocationLists, StatusLists } from '../types'
import { judgeRevocationListLife, judgeStatusListLife, type Life } from './judge-life'
import { RecentFailures } from './recent-failures'
import { type ListKind, putList, readList } from './store'

type Kind = { limits: FetchLimits; lifeOf: (body: Uint8Array, now: Date) => Life }

const LIMITS = { maxBytes: 4 * 1024 * 1024, timeoutMs: 5000 }

const KINDS: Readonly<Record<ListKind, Kind>> = {
  status: {
    limits: { ...LIMITS, accept: 'application/statuslist+jwt, application/statuslist+cwt, application/identifierlist+cwt' },
    lifeOf: judgeStatusListLife,
  },
  // They are mostly at plain addresses, and signed. @see RFC 5280 §8
  revocation: { limits: { ...LIMITS, accept: 'application/pkix-crl', isPlainAllowed: true }, lifeOf: judgeRevocationListLife },
}

/** Whole lists by their addresses: whoever keeps one learns that we came, not whom we looked up. */
export const statusLists: StatusLists = async (uri) => (uri === SPECIMEN_LIST && env().EMBEDDED ? specimenList() : read(uri, 'status'))
export const revocationLists: RevocationLists = (uri) => read(uri, 'revocation')

async function read(uri: string, kind: ListKind): Promise<Uint8Array> {
  return (await readList(uri)) ?? once(uri, () => fetchList(uri, kind))
}

const underWay = new Map<string, Promise<Uint8Array>>()
const failures = new RecentFailures()

/** Many who ask at the same moment wait for one answer; where it failed a moment ago, that is the answer. */
function once(uri: string, fetch: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const known = underWay.get(uri)
  if (known) return known
  const failed = failures.find(uri, Date.now())
  if (failed) return Promise.reject(failed.cause)
  const started = fetch().finally(() => underWay.delete(uri))
  underWay.set(uri, started)
  return started
}

/** Fetches one, whatever is kept. @throws OutsideError, or what was wrong with it; what is kept stays then */
export async function fetchList(uri: string, kind: ListKind): Promise<Uint8Array> {
  const { limits, lifeOf } = KINDS[kind]
  // On the embedded default a list may be of a neighbour at this machine.
  if (!env().EMBEDDED && new URL(uri).port !== '') throw new OutsideError('not_public')
  const { body, life } = await readOutside(uri, limits, lifeOf)
  await putList(uri, kind, body, life)
  return body
}

async function readOutside(uri: string, limits: FetchLimits, lifeOf: Kind['lifeOf']) {
  try {
    const body = await fetchOutside(uri, limits)
    const life = lifeOf(body, new Date())
    failures.forget(uri)
    return { body, life }
  } catch (error) {
    failures.add(uri, error, Date.now())
    throw error
  }
}
