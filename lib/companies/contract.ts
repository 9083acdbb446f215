import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { idText, timeText } from '#lib/core/wire-types'
import { verificationStatus } from './schema'

const company = z
  .strictObject({
    id: idText('cmp'),
    environment: z
      .enum(['live', 'test'])
      .describe('What the key works in: what serves real people, or the test environment beside it.')
      .meta({ id: 'Environment' }),
    name: z.string().meta({ examples: ['Shop'] }),
    legal_name: z
      .string()
      .nullable()
      .meta({ examples: ['Shop sp. z o.o.'] }),
    registration_number: z
      .string()
      .nullable()
      .meta({ examples: ['0000123456'] }),
    country: z
      .string()
      .nullable()
      .describe('ISO 3166-1 alpha-2.')
      .meta({ examples: ['PL'] }),
    website: z
      .string()
      .nullable()
      .meta({ examples: ['https://shop.example'] }),
    verification_status: verificationStatus,
    created_at: timeText(),
  })
  .meta({ id: 'Company' })

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
