import type { z } from 'zod'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'
import { decodeCursor, encodeCursor, toPage } from '#lib/core/page'
import type { listEventsOperation, listEventsQuery } from './contract'
import { ifInReach } from './if-in-reach'
import { placeEvents } from './place-events'
import { presentEvent } from './present-event'
import { BEGINNING, type EventFilter, findEvents, findPlace, type LogPlace } from './store'

export type EventQuery = z.output<typeof listEventsQuery>

/**
 * A page of the company's log. What happened before the request is in it: nobody waits for the worker.
 * @throws ApiError `invalid_request`
 */
export async function listEvents({ companyId }: CompanyActor, query: EventQuery): Promise<z.input<(typeof listEventsOperation)['output']>> {
  const { limit, cursor, after } = query
  const start = await startOf(companyId, { cursor, after })
  await ifInReach(() => placeEvents(companyId))
  const filter = filterOf(query)
  const { rows, reached, isCut } = await findEvents(companyId, start.position, filter, limit + 1)
  const page = toPage(rows, limit, presentEvent, (row) => [row.id])
  if (page.next_cursor === null && isCut && reached) page.next_cursor = encodeCursor([reached.id])
  return page as z.input<(typeof listEventsOperation)['output']>
}

export const filterOf = ({ type, app_id }: Pick<EventQuery, 'type' | 'app_id'>): EventFilter => ({ types: type, appId: app_id })

/** The place after which to begin. @throws ApiError `invalid_request` when the company has no such event any more */
export async function startOf(companyId: string, { cursor, after }: { cursor?: string; after?: string }): Promise<LogPlace> {
  if (cursor !== undefined && after !== undefined) throw new ApiError('invalid_request', 'after: cannot be given together with cursor')
  const [id = after] = decodeCursor(cursor, 1) ?? []
  if (id === undefined) return BEGINNING
  const position = await findPlace(companyId, id)
  if (position === null)
    throw new ApiError('invalid_request', `${cursor === undefined ? 'after' : 'cursor'}: none of your events of the last 30 days has this id`)
  return { id, position }
}
