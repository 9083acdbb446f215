import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { listOf } from '#lib/core/page'

/** The scope catalog: the authoritative list of what an app may ask for. Spec: Scope catalog entry. */
export const SCOPES = [
  { name: 'openid', description: 'Sign the user in under a pseudonym of their own at this app.', claims: ['sub'], always_granted: true },
  {
    name: 'profile',
    description: 'Name, birth date and language of the user.',
    claims: ['name', 'given_name', 'family_name', 'birthdate', 'locale'],
    always_granted: false,
  },
  { name: 'given_name', description: 'Only the given name, where the whole profile is not needed.', claims: ['given_name'], always_granted: false },
  {
    name: 'email',
    description: 'An alias address of this app that forwards mail to the user.',
    claims: ['email', 'email_verified'],
    always_granted: false,
  },
  {
    name: 'age_over_18',
    description: 'Whether the user is an adult today, from a verified document; the birth date stays private.',
    claims: ['age_over_18'],
    always_granted: false,
  },
  { name: 'offline_access', description: 'Keep access while the user is away, with refresh tokens.', claims: [], always_granted: false },
] as const

export type ScopeName = (typeof SCOPES)[number]['name']

const NAMES = new Set<string>(SCOPES.map((scope) => scope.name))

export const isScope = (name: string): name is ScopeName => NAMES.has(name)

export const CLAIM_NAMES = [...new Set(SCOPES.flatMap((scope) => [...scope.claims]))]

/** Scopes in the catalog's order, each once. */
export const inCatalogOrder = (names: Iterable<string>): ScopeName[] => {
  const wanted = new Set(names)
  return SCOPES.map((scope) => scope.name).filter((name) => wanted.has(name))
}

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

export const listScopes = () => ({ data: SCOPES.map((scope) => ({ ...scope, claims: [...scope.claims] })), next_cursor: null })
