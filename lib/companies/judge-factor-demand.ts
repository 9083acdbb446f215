/** What a session still owes: a second factor that is there, or one that has to be made first. */
export type FactorDemand = 'prove' | 'set_up'

/**
 * Whether somebody who is logged in owes a second factor, since their company requires one.
 *
 * Whoever has a factor brings it: a password alone must not be able to put another one beside it. Whoever has none makes
 * one now, on the strength of the password.
 * @param amr by what the session was proven, at the log-in or since
 */
export function judgeFactorDemand({
  isRequired,
  amr,
  hasFactor,
}: {
  isRequired: boolean
  amr: readonly string[]
  hasFactor: boolean
}): FactorDemand | null {
  if (!isRequired || amr.includes('mfa')) return null
  return hasFactor ? 'prove' : 'set_up'
}
