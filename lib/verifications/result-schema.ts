import { z } from 'zod'
import { timeText } from '#lib/core/wire-types'
import { ASSURANCES } from '#lib/users/assurance'
import { FAILURES, FIELD_NAMES, type FieldName } from './schema'

/** One word for every requested field. */
const verdicts = z
  .strictObject(
    Object.fromEntries(FIELD_NAMES.map((name) => [name, z.literal('verified').optional()])) as Record<
      FieldName,
      z.ZodOptional<z.ZodLiteral<'verified'>>
    >,
  )
  .meta({ id: 'VerificationVerdicts' })

const cameraChecks = z
  .strictObject({
    mrz_check_digits: z.literal('pass'),
    expiry: z.literal('pass'),
    viz_consistency: z.enum(['pass', 'fail', 'unclear']).meta({ id: 'VizConsistency' }),
    face_match: z.enum(['pass', 'not_requested']).meta({ id: 'FaceMatch' }),
  })
  .meta({ id: 'CameraChecks', description: 'A document that was photographed.' })

const walletChecks = z.strictObject({ issuer: z.literal('pass'), holder: z.literal('pass'), expiry: z.literal('pass') }).meta({
  id: 'WalletChecks',
  description: 'A credential in a wallet, the same for all: which one it was, and who issued it, stays with the person.',
})

export const assurance = z.enum(ASSURANCES).meta({ id: 'Assurance', description: 'How much stands behind it, from least to most.' })

/** What a company learns of a verified session: there is no field in which a value of a document could travel. */
export const verificationResult = z
  .strictObject({
    outcome: z.literal('verified'),
    fields: verdicts.describe('`verified` means determined. It never says what was determined.'),
    assurance: assurance.describe('The level that was reached: `min_assurance` or more.'),
    checks: z.union([cameraChecks, walletChecks]).meta({ id: 'VerificationChecks' }),
    verified_at: timeText(),
  })
  .meta({ id: 'VerificationResult' })

export const verificationFailure = z
  .strictObject({ code: z.enum(FAILURES).meta({ id: 'VerificationFailureCode' }), retryable: z.boolean() })
  .meta({ id: 'VerificationFailure' })
