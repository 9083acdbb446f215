import { ASSURANCES, type Assurance, isAssurance } from '#lib/users/assurance'

const PREFIX = 'urn:signet:assurance:'

/** How a level of assurance is called in `acr_values` and `acr`. Spec: Levels of assurance */
export const acrOf = (level: Assurance): string => PREFIX + level

export const ACR_VALUES = ASSURANCES.map(acrOf)

const valuesOf = (acrValues: string | undefined) => (acrValues ?? '').split(' ').filter(Boolean)

/** Whether a request asks for anything besides levels: only then is it told how the person logged in. */
export const asksForMethods = (acrValues: string | undefined): boolean => valuesOf(acrValues).some((value) => !value.startsWith(PREFIX))

/**
 * The levels that a request asks for, in its order of preference; values that are not ours ask for nothing.
 * @see OpenID Connect Core §3.1.2.1, `acr_values`
 */
export function askedAssurance(acrValues: string | undefined): Assurance[] {
  const named = valuesOf(acrValues).flatMap((value) => (value.startsWith(PREFIX) ? [value.slice(PREFIX.length)] : []))
  return [...new Set(named.filter(isAssurance))]
}
