import { findFirstSteps } from './panel-store'

/** Which of the first steps a company has made: a live key, an app (the id of one), a sign-in at any of its apps. */
export const readFirstSteps = (companyId: string) => findFirstSteps(companyId)
