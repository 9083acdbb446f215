import { SCOPES } from './catalog'

export const listScopes = () => ({ data: SCOPES.map((scope) => ({ ...scope, claims: [...scope.claims] })), next_cursor: null })
