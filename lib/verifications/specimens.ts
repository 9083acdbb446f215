import { env } from '#lib/core/env'
import { isTest, LIVE } from '#lib/core/environment'
import type { Verification } from './store/verifications'

type Asked = Pick<Verification, 'app' | 'userEnvironment'>

/** Whether a session is of a test environment: then nobody's real document has a place in it. */
export const isTried = ({ app, userEnvironment }: Asked): boolean => isTest(app?.environment ?? userEnvironment ?? LIVE)

/** Specimens are worth something only where nothing is real. */
export const takesSpecimens = (session: Asked): boolean => env().EMBEDDED || isTried(session)
