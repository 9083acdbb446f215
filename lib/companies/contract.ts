import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { verificationStatus } from './schema'

const company = z.strictObject({
  id: z.string(),
  name: z.string(),
  legal_name: z.string().nullable(),
  registration_number: z.string().nullable(),
  country: z.string().nullable().describe('ISO 3166-1 alpha-2.'),
  website: z.string().nullable(),
  verification_status: verificationStatus,
  created_at: z.iso.datetime(),
})

export const getCompanyOperation = operation({
  id: 'getCompany',
  summary: 'Your company',
  description: 'Company data and verification status of the company that the API key belongs to.',
  tag: 'Company',
  method: 'GET',
  path: '/api/v1/me',
  status: 200,
  output: company,
  errors: [],
})
