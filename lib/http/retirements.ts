import { env } from '#lib/core/env'

/**
 * An operation that is to end. It stands here from the day it is announced, and after its end.
 * @property path as in the route table, with `:name` for parameters
 * @property deprecated the day from which it should not be built upon, `YYYY-MM-DD` in UTC
 * @property sunset the day on which it ends, 12 months later at the earliest
 * @property instead what does its work, as it is written in the documentation; null where nothing does
 */
export type Retirement = { method: string; path: string; deprecated: string; sunset: string; instead: string | null }

/** The one table: headers of answers, the OpenAPI document, the page on versions and the changelog are derived from it. */
export const RETIREMENTS: readonly Retirement[] = []

/** Where a retirement is told to people. */
export const RETIREMENTS_PAGE = '/docs/versioning'

const startOf = (day: string) => new Date(`${day}T00:00:00Z`)

/**
 * What every answer of an operation carries, refusals too; nothing for one that is not retired.
 * @see RFC 9745 §2, Deprecation @see RFC 8594 §3, Sunset
 */
export function retirementHeaders(path: string, method: string, retirements: readonly Retirement[] = RETIREMENTS): Record<string, string> {
  const found = retirements.find((one) => one.path === path && one.method === method)
  if (!found) return {}
  const page = `<${env().BASE_URL}${RETIREMENTS_PAGE}>`
  return {
    Deprecation: `@${startOf(found.deprecated).getTime() / 1000}`,
    Sunset: startOf(found.sunset).toUTCString(),
    Link: `${page}; rel="deprecation"; type="text/html", ${page}; rel="sunset"; type="text/html"`,
  }
}
