// Pages in the browser use this module too: it imports nothing.

/**
 * The scope catalog: the authoritative list of what an app may ask for. Discovery, the interface, the documentation and the
 * panel are made from it; `CLAIMS` says where the values come from, the messages have the words. Spec: Scope catalog entry.
 */
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

const BY_NAME = new Map<string, (typeof SCOPES)[number]>(SCOPES.map((scope) => [scope.name, scope]))

export const isScope = (name: string): name is ScopeName => BY_NAME.has(name)

/** No scope, but a box beside them: that an app may know how claims were verified. */
export const EVIDENCE = 'verified_claims'

/** What no user can decline. */
export const ALWAYS_GRANTED = SCOPES.filter((scope) => scope.always_granted).map(({ name }) => name)

export const isAlwaysGranted = (name: string): boolean => BY_NAME.get(name)?.always_granted === true

export type ClaimName = (typeof SCOPES)[number]['claims'][number]

/** The claims that these scopes yield, each once. */
export const claimsOf = (scopes: Iterable<ScopeName>): ClaimName[] => [
  ...new Set([...scopes].flatMap((name) => [...(BY_NAME.get(name)?.claims ?? [])])),
]

export const CLAIM_NAMES = claimsOf(SCOPES.map(({ name }) => name))

/** Scopes in the catalog's order, each once. */
export const inCatalogOrder = (names: Iterable<string>): ScopeName[] => {
  const wanted = new Set(names)
  return SCOPES.map((scope) => scope.name).filter((name) => wanted.has(name))
}
