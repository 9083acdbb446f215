import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { outsideText } from '#lib/core/outside-text'
import { address, idText } from '#lib/core/wire-types'
import { POLL, PUSH, STREAM_STATUSES } from './schema'

/** Members that a standard may add are passed over, as it asks. @see OpenID Shared Signals Framework 1.0 §8.1 */
const streamId = outsideText()
  .max(100)
  .describe('The stream.')
  .meta({ examples: ['whk_5Jt0mXyE2cVvQk8sW1aBzR'] })

const delivery = z
  .discriminatedUnion('method', [
    z
      .object({
        method: z.literal(PUSH),
        endpoint_url: outsideText()
          .max(2000)
          .meta(address('https://shop.example/signals'))
          .describe('Where signals are sent: https, without user name, password or fragment.'),
        authorization_header: z
          .string()
          .max(1000)
          .regex(/^[\x21-\x7e]+( [\x21-\x7e]+)*$/, 'must be printable ASCII')
          .meta({ examples: ['Bearer a-secret-of-yours'] })
          .optional()
          .describe('Sent as `Authorization` with every signal, and never shown again.'),
      })
      .meta({ id: 'PushDelivery' }),
    z.object({ method: z.literal(POLL) }).meta({ id: 'PollDelivery' }),
  ])
  .meta({ id: 'DeliveryRequest' })

const SIGNAL = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked'

const eventsRequested = z
  .array(
    z
      .string()
      .max(300)
      .regex(/^[\x21-\x7e]+$/, 'must be an absolute URI')
      .meta({ examples: [SIGNAL] }),
  )
  .max(50)
  .describe('Types of signals; what is delivered of them is in `events_delivered`.')

const description = outsideText().max(500).describe('Your own note.')

/** What a receiver says of a stream. */
export const streamInput = z.object({ delivery, events_requested: eventsRequested, description }).partial()

/** What is ours to say; where it is sent along it must be right. */
export const transmitterSupplied = z.object({
  iss: z.unknown(),
  aud: z.unknown(),
  events_supported: z.unknown(),
  events_delivered: z.unknown(),
  min_verification_interval: z.unknown(),
})

export const changeStreamInput = streamInput.extend({ stream_id: streamId, ...transmitterSupplied.partial().shape })

const signalType = z.string().meta({ examples: [SIGNAL] })

const stream = z
  .strictObject({
    stream_id: idText('whk'),
    iss: z.string().meta({ examples: ['https://login.example'] }),
    aud: idText('cmp').describe('Your company: what every signal is for.'),
    events_supported: z.array(signalType),
    events_requested: z.array(signalType),
    events_delivered: z.array(signalType),
    delivery: z
      .strictObject({
        method: z.enum([PUSH, POLL]).meta({ id: 'DeliveryMethod' }),
        endpoint_url: z.string().meta({ examples: ['https://shop.example/signals'] }),
      })
      .meta({ id: 'StreamDelivery' }),
    min_verification_interval: z.number().int().describe('Seconds.'),
    description: z.string().optional(),
  })
  .meta({ id: 'Stream' })

const BASE = { tag: 'Shared Signals' } as const
const PATH = '/api/v1/ssf/stream'
const NOTHING = z.null()

export const createStreamOperation = operation({
  ...BASE,
  id: 'createStream',
  summary: 'Make the stream',
  description: 'A company has one stream. Without `delivery` it is polled.',
  method: 'POST',
  path: PATH,
  body: streamInput,
  status: 201,
  output: stream,
  located: false,
  errors: ['invalid_request', 'invalid_json', 'conflict'],
})

export const readStreamOperation = operation({
  ...BASE,
  id: 'readStream',
  summary: 'The stream, or a list of all there are',
  method: 'GET',
  path: PATH,
  query: z.object({ stream_id: streamId.optional() }),
  status: 200,
  output: z.union([stream, z.array(stream)]),
  errors: ['invalid_request', 'not_found'],
})

export const updateStreamOperation = operation({
  ...BASE,
  id: 'updateStream',
  summary: 'Change the stream',
  description: 'Changes the fields that are sent and no other.',
  method: 'PATCH',
  path: PATH,
  body: changeStreamInput,
  status: 200,
  output: stream,
  errors: ['invalid_request', 'invalid_json', 'not_found'],
})

export const replaceStreamOperation = operation({
  ...BASE,
  id: 'replaceStream',
  summary: 'Replace the stream',
  description: 'Fields that are not sent are deleted.',
  method: 'PUT',
  path: PATH,
  body: changeStreamInput,
  status: 200,
  output: stream,
  errors: ['invalid_request', 'invalid_json', 'not_found'],
})

export const deleteStreamOperation = operation({
  ...BASE,
  id: 'deleteStream',
  summary: 'Remove the stream',
  method: 'DELETE',
  path: PATH,
  query: z.object({ stream_id: streamId }),
  status: 204,
  output: NOTHING,
  errors: ['invalid_request', 'not_found'],
})

const streamStatus = z.enum(STREAM_STATUSES).meta({ id: 'StreamStatus' })

const status = z.strictObject({ stream_id: idText('whk'), status: streamStatus, reason: z.string().optional() }).meta({ id: 'StreamState' })

export const readStreamStatusOperation = operation({
  ...BASE,
  id: 'readStreamStatus',
  summary: 'How the stream stands',
  method: 'GET',
  path: '/api/v1/ssf/status',
  query: z.object({ stream_id: streamId }),
  status: 200,
  output: status,
  errors: ['invalid_request', 'not_found'],
})

export const updateStreamStatusOperation = operation({
  ...BASE,
  id: 'updateStreamStatus',
  summary: 'Enable, pause or disable the stream',
  description: 'While it is paused signals are held; while it is disabled they are lost.',
  method: 'POST',
  path: '/api/v1/ssf/status',
  body: z.object({ stream_id: streamId, status: streamStatus, reason: outsideText().max(500).optional() }),
  status: 200,
  output: status,
  errors: ['invalid_request', 'invalid_json', 'not_found'],
})

const subject = z
  .looseObject({
    format: z
      .string()
      .max(100)
      .meta({ examples: ['iss_sub'] }),
  })
  .meta({ id: 'SubjectIdentifier' })
  .describe('`iss_sub` with the `sub` of your app; others are passed over.')

export const addSubjectOperation = operation({
  ...BASE,
  id: 'addSubject',
  summary: 'Hear of a user again',
  description: 'A stream tells of all your users until you remove some. The answer is the same for a user that you do not have.',
  method: 'POST',
  path: '/api/v1/ssf/subjects:add',
  body: z.object({ stream_id: streamId, subject, verified: z.boolean().optional() }),
  status: 200,
  output: NOTHING,
  errors: ['invalid_request', 'invalid_json', 'not_found'],
})

export const removeSubjectOperation = operation({
  ...BASE,
  id: 'removeSubject',
  summary: 'Hear of a user no more',
  method: 'POST',
  path: '/api/v1/ssf/subjects:remove',
  body: z.object({ stream_id: streamId, subject }),
  status: 204,
  output: NOTHING,
  errors: ['invalid_request', 'invalid_json', 'not_found'],
})

export const verifyStreamOperation = operation({
  ...BASE,
  id: 'verifyStream',
  summary: 'Ask for a verification signal',
  description: 'It comes within seconds, with your `state` in it.',
  method: 'POST',
  path: '/api/v1/ssf/verify',
  body: z.object({ stream_id: streamId, state: outsideText().max(1000).optional() }),
  status: 204,
  output: NOTHING,
  errors: ['invalid_request', 'invalid_json', 'not_found'],
})

const jti = z
  .string()
  .max(100)
  .meta({ examples: ['jti_5Jt0mXyE2cVvQk8sW1aBzR'] })

export const pollStreamOperation = operation({
  ...BASE,
  id: 'pollStream',
  summary: 'Fetch signals and acknowledge others',
  description: 'Without `returnImmediately` the answer waits up to 15 seconds for a signal. What is neither acknowledged nor reported comes again.',
  method: 'POST',
  path: '/api/v1/ssf/poll/:id',
  params: { id: idText('whk') },
  body: z.object({
    maxEvents: z.number().int().min(0).max(2_147_483_647).optional().describe('How many at most; 0 to acknowledge only. We give up to 100.'),
    returnImmediately: z.boolean().default(false),
    ack: z.array(jti).max(1000).default([]).describe('`jti` of what you have.'),
    setErrs: z
      .record(jti, z.object({ err: z.string().max(100), description: z.string().max(1000).optional() }).meta({ id: 'SignalFault' }))
      .default({})
      .describe('What you could not take, by `jti`: it does not come again.'),
  }),
  status: 200,
  output: z
    .strictObject({
      sets: z.record(z.string(), z.string()).describe('Signed signals by `jti`.'),
      moreAvailable: z.boolean(),
    })
    .meta({ id: 'PolledSignals' }),
  errors: ['invalid_request', 'invalid_json', 'not_found'],
})
