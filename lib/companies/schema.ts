import { z } from 'zod'

export const verificationStatus = z.enum(['unverified', 'pending', 'verified', 'rejected']).meta({ id: 'CompanyVerificationStatus' })

export type { CompanyActor } from './actor'

export const staffRole = z.enum(['owner', 'admin', 'developer'])
