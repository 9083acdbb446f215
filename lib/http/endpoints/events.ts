import { listEventsOperation } from '#lib/events/contract'
import { listEvents } from '#lib/events/list-events'
import { streamEvents } from '#lib/events/stream-events'
import { bind, companyEndpoints } from '../company-route'

/** What a company is told, asked for: a page at a time, or as it happens. */
export const eventBindings = [
  bind(
    listEventsOperation,
    (actor, { query }) => listEvents(actor, query),
    (actor, { query }, request, isStillAdmitted) =>
      streamEvents(actor, { ...query, lastEventId: request.header('last-event-id') ?? undefined }, isStillAdmitted),
  ),
]

export const eventEndpoints = companyEndpoints(eventBindings)
