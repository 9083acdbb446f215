import { cache } from 'react'
import { readUserSession } from '#lib/session/user-session'
import { readWhoseTest } from '#lib/test-environments/whose-test-store'

/** The company whose demo person is logged in; null for somebody real, and for nobody. */
export const whoseTest = cache(async (): Promise<string | null> => {
  const session = await readUserSession()
  return session && readWhoseTest(session.userId)
})
