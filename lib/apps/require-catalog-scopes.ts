import { ApiError } from '#lib/core/api-error'
import { ALWAYS_GRANTED, inCatalogOrder, isScope, type ScopeName } from '#lib/scopes/catalog'

/**
 * The scopes an app may be granted: known ones, each once, always with those that nobody declines.
 * @throws ApiError `invalid_scope` naming the unknown scope. Spec: Endpoints, management interface.
 */
export function requireCatalogScopes(names: string[]): ScopeName[] {
  const unknown = names.find((name) => !isScope(name))
  if (unknown !== undefined) throw new ApiError('invalid_scope', `scopes: ${JSON.stringify(unknown.slice(0, 100))} is not in the scope catalog`)
  return inCatalogOrder([...ALWAYS_GRANTED, ...names])
}
