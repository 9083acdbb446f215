import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { outsideText } from '#lib/core/outside-text'
import { listOf, pageQuery } from '#lib/core/page'
import { address, idText, timeText } from '#lib/core/wire-types'
import { LOCALES } from '#lib/i18n/locales'
import { CREDENTIAL_TYPE_NAMES } from '#lib/wallet/catalogue'
import { assurance, verificationFailure, verificationResult } from '../result-schema'
import { FIELD_NAMES, STATUSES } from '../schema'

export const DEFAULT_EXPIRES_IN = 86_400
export const DEFAULT_MAX_ATTEMPTS = 3

const field = z.enum(FIELD_NAMES).meta({ id: 'VerificationField' })
const status = z.enum(STATUSES).meta({ id: 'VerificationStatus' })
const time = timeText()
const reference = outsideText()
  .min(1)
  .refine((text) => [...text].length <= 128, 'must have at most 128 characters')
  .meta({ maxLength: 128, examples: ['order-4711'] })

const credentialType = z.enum(CREDENTIAL_TYPE_NAMES).meta({ id: 'CredentialType' })

const credentialTypes = z
  .array(credentialType)
  .min(1)
  .refine((names) => new Set(names).size === names.length, 'names a type more than once')
  .meta({ uniqueItems: true })

/** Verdicts and nothing else: there is no field in which a value of a document could travel. */
const session = z
  .strictObject({
    id: idText('ver'),
    status,
    url_expires_at: time,
    fields: z.array(field),
    min_assurance: assurance.describe('The level that has to be reached.'),
    credential_types: z.array(credentialType).describe('What a wallet may answer with, where you narrowed it; else empty.'),
    client_id: idText('cli'),
    sub: z
      .string()
      .nullable()
      .meta({ examples: [null] })
      .describe("The user's pseudonym at this app, once the user has a consent there."),
    reference: z
      .string()
      .nullable()
      .meta({ examples: ['order-4711'] }),
    attempts: z.strictObject({ used: z.int().min(0), max: z.int().min(1) }).meta({ id: 'VerificationAttempts' }),
    result: verificationResult.nullable(),
    failure: verificationFailure.nullable(),
    material: z
      .strictObject({ status: z.enum(['none', 'held', 'deleted']).meta({ id: 'MaterialStatus' }), deleted_at: time.nullable() })
      .meta({ id: 'VerificationMaterial', description: 'Whether pictures are still held.' }),
    created_at: time,
    expires_at: time,
  })
  .meta({ id: 'Verification' })

const linked = session
  .extend({
    url: z
      .string()
      .nullable()
      .describe('Send the user here. Shown once: null when an `Idempotency-Key` repeats the answer.')
      .meta({ examples: ['https://login.example/verify/…'] }),
  })
  .meta({ id: 'VerificationLink' })

export const createVerificationInput = z.strictObject({
  client_id: outsideText()
    .max(100)
    .meta({ examples: ['cli_5Jt0mXyE2cVvQk8sW1aBzR'] })
    .describe('The app for which the user is verified; it must be active.'),
  fields: z
    .array(field)
    .min(1)
    .refine((names) => new Set(names).size === names.length, 'names a field more than once')
    .meta({ uniqueItems: true, maxItems: FIELD_NAMES.length })
    .describe('What has to be verified; see the list of fields.'),
  min_assurance: assurance
    .optional()
    .describe(
      'What has to stand behind it: `zone` (the machine-readable lines), `page` (the whole page says the same), `person` (and the live face is the one in it), ' +
        '`wallet` (the signature of whoever issued it). `person` when none is given and a field tells an age or needs a face, else `page`; never less than `person` with `face_match`, ' +
        'which no wallet has.',
    ),
  credential_types: credentialTypes
    .optional()
    .describe(
      'Narrows what a wallet may answer with; each has to tell all fields. All types that do when none is given. A camera is not narrowed by it.',
    ),
  sub: outsideText()
    .max(100)
    .meta({ examples: ['8c1b0y3GrQhW5vT2nJk7Xe'] })
    .optional()
    .describe('Only this user of the app may carry it out.'),
  reference: reference.optional().describe('Your own note, 1 to 128 characters. Put no personal data here.'),
  redirect_uri: outsideText()
    .max(2000)
    .meta(address('https://shop.example/callback'))
    .optional()
    .describe('Where the user goes at the end; one that is registered for the app.'),
  state: outsideText()
    .max(2000)
    .meta({ examples: ['4711'] })
    .optional()
    .describe('Comes back with the user to `redirect_uri`.'),
  locale: z.enum(LOCALES).meta({ id: 'Locale' }).optional().describe('Language of the page until the user chooses one.'),
  expires_in: z.int().min(900).max(604_800).default(DEFAULT_EXPIRES_IN).describe('Seconds until the session expires.'),
  max_attempts: z
    .int()
    .min(1)
    .max(10)
    .default(DEFAULT_MAX_ATTEMPTS)
    .describe('How many submissions count. One that ends with a guess about a picture does not, up to ten times.'),
})

const ofSession = { id: idText('ver') }

export const listVerificationsQuery = pageQuery.extend({ status: status.optional(), reference: reference.optional() })

const fieldEntry = z
  .strictObject({
    name: field,
    description: z.string().meta({ examples: ['First names, as in the document.'] }),
    requires: z.array(z.enum(['document', 'selfie']).meta({ id: 'RequiredMaterial' })),
  })
  .meta({ id: 'VerificationFieldEntry' })

export const listFieldsOperation = operation({
  id: 'listVerificationFields',
  summary: 'Fields that can be verified',
  tag: 'Verifications',
  method: 'GET',
  path: '/v1/verifications/fields',
  status: 200,
  output: listOf(fieldEntry),
  errors: [],
})

export const listVerificationsOperation = operation({
  id: 'listVerifications',
  summary: 'List verification sessions',
  tag: 'Verifications',
  method: 'GET',
  path: '/v1/verifications',
  query: listVerificationsQuery,
  status: 200,
  output: listOf(session),
  errors: ['invalid_request'],
})

export const createVerificationOperation = operation({
  id: 'createVerification',
  summary: 'Start a verification session',
  description: 'The answer holds `url`, once only: the address to which the user is sent.',
  tag: 'Verifications',
  method: 'POST',
  path: '/v1/verifications',
  body: createVerificationInput,
  status: 201,
  output: linked,
  errors: ['invalid_request', 'invalid_json', 'invalid_client', 'invalid_redirect_uri', 'conflict'],
  secrets: ['url'],
})

export const getVerificationOperation = operation({
  id: 'getVerification',
  summary: 'Status and result',
  description: 'Verdicts only. Values reach an app through its user, at the userinfo endpoint.',
  tag: 'Verifications',
  method: 'GET',
  path: '/v1/verifications/:id',
  params: ofSession,
  status: 200,
  output: session,
  errors: ['not_found'],
})

export const retryVerificationOperation = operation({
  id: 'retryVerification',
  summary: 'A new address for another attempt',
  description: 'The old address stops working. An unfinished session only gets a new address; one that asks for a retry or expired is opened again.',
  tag: 'Verifications',
  method: 'POST',
  path: '/v1/verifications/:id/retry',
  params: ofSession,
  status: 200,
  output: linked,
  errors: ['invalid_client', 'invalid_state', 'not_found', 'conflict'],
  secrets: ['url'],
})

export const cancelVerificationOperation = operation({
  id: 'cancelVerification',
  summary: 'Cancel a session',
  description: 'Pictures are destroyed at once. Cancelling twice changes nothing.',
  tag: 'Verifications',
  method: 'POST',
  path: '/v1/verifications/:id/cancel',
  params: ofSession,
  status: 200,
  output: session,
  errors: ['invalid_state', 'not_found', 'conflict'],
})
