import { z } from 'zod'

export const verificationStatus = z.enum(['unverified', 'pending', 'verified', 'rejected'])

/** Who acts for a company: a server with an API key, or a member of staff in the panel. */
export type CompanyActor = { companyId: string; kind: 'api_key' | 'staff' | 'operator'; id: string | null }

export const staffRole = z.enum(['owner', 'admin', 'developer'])
