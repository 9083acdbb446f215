import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { listOf } from '#lib/core/page'

const scope = z
  .strictObject({
    name: z.string().meta({ examples: ['email'] }),
    description: z.string().meta({ examples: ['An alias address of this app that forwards mail to the user.'] }),
    claims: z.array(z.string()).meta({ examples: [['email', 'email_verified']] }),
    always_granted: z.boolean().describe('The user cannot decline it.'),
  })
  .meta({ id: 'Scope' })

export const listScopesOperation = operation({
  id: 'listScopes',
  summary: 'Scope catalog',
  description: 'Every scope with its description and the claims it yields. Read it instead of hard-coding it.',
  tag: 'Scopes',
  method: 'GET',
  path: '/api/v1/scopes',
  status: 200,
  output: listOf(scope),
  errors: [],
})
