import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { outsideText } from '#lib/core/outside-text'
import { listOf, pageQuery } from '#lib/core/page'
import { idText, timeText } from '#lib/core/wire-types'
import { API_VERSION } from './present-event'
import { EVENT_DATA, EVENT_TYPES, type EventType, isEventType } from './types'

/** `authorization.granted` as generators want it: `AuthorizationGranted`. */
const pascal = (type: EventType) => type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())

const nameOf = (type: EventType) => `${pascal(type)}Event`

const ofType = (type: EventType) =>
  z
    .strictObject({
      id: idText('evt').describe('The same wherever this event appears: take each id once.'),
      type: z.literal(type),
      created_at: timeText().describe('To the minute.'),
      api_version: z.literal(API_VERSION),
      data: EVENT_DATA[type],
    })
    .meta({ id: nameOf(type) })

const EVENTS = new Map(EVENT_TYPES.map((type) => [type, ofType(type)]))

/** An event of one type, as every way of delivery has it. */
export const eventOf = (type: EventType) => EVENTS.get(type) as ReturnType<typeof ofType>

const [first, ...others] = EVENT_TYPES

const event = z.discriminatedUnion('type', [eventOf(first), ...others.map(eventOf)]).meta({
  id: 'Event',
  discriminator: { propertyName: 'type', mapping: Object.fromEntries(EVENT_TYPES.map((type) => [type, `#/components/schemas/${nameOf(type)}`])) },
})

const types = z
  .string()
  .max(2000)
  .transform((text, context): EventType[] => {
    const names = text.split(',')
    const unknown = names.find((name) => !isEventType(name))
    if (unknown !== undefined) context.addIssue(`${JSON.stringify(unknown.slice(0, 60))} is not a type of event`)
    return names.filter(isEventType)
  })

export const listEventsQuery = pageQuery.extend({
  type: types
    .optional()
    .describe('Types of events, separated by commas. Default: all.')
    .meta({ examples: ['authorization.granted,authorization.withdrawn'] }),
  app_id: outsideText()
    .max(100)
    .optional()
    .describe('Events of this app only.')
    .meta({ examples: ['app_5Jt0mXyE2cVvQk8sW1aBzR'] }),
  after: outsideText().max(100).optional().describe('`id` of the last event you have: the list begins with the next one.'),
})

export const listEventsOperation = operation({
  id: 'listEvents',
  summary: 'Events of the last 30 days',
  description:
    'The oldest first. Go on with `next_cursor`, and later with the `id` of the last event you have as `after`: nothing is left out between the two. With `Accept: text/event-stream` the same address answers with a stream that begins with what happens next, or after the event that `after` or the header `Last-Event-ID` names.',
  tag: 'Events',
  method: 'GET',
  path: '/api/v1/events',
  query: listEventsQuery,
  status: 200,
  output: listOf(event),
  errors: ['invalid_request'],
})
