import { inCatalogOrder, type ScopeName } from '#lib/scopes/catalog'

/**
 * What a token stands for today: its own scopes, still granted by the person, still the app's. Computed at every use,
 * so that narrowing either side works at once. Spec: Claims returned.
 */
export function effectiveScopes(token: readonly string[], granted: readonly string[], app: readonly string[]): ScopeName[] {
  const stillGranted = new Set(granted)
  const stillApps = new Set(app)
  return inCatalogOrder(token.filter((scope) => stillGranted.has(scope) && stillApps.has(scope)))
}
