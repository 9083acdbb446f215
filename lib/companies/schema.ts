import { z } from 'zod'
import { STAFF_ROLES } from './permissions'

export const verificationStatus = z.enum(['unverified', 'pending', 'verified', 'rejected']).meta({ id: 'CompanyVerificationStatus' })

export type { CompanyActor } from './actor'

export const staffRole = z.enum(STAFF_ROLES)
