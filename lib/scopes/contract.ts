import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { listOf } from '#lib/core/page'

export const listScopesOperation = operation({
  id: 'listScopes',
  summary: 'Scope catalog',
  description: 'Every scope with its description and the claims it yields. Read it instead of hard-coding it.',
  tag: 'Scopes',
  method: 'GET',
  path: '/api/v1/scopes',
  status: 200,
  output: listOf(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      claims: z.array(z.string()),
      always_granted: z.boolean().describe('The user cannot decline it.'),
    }),
  ),
  errors: [],
})
