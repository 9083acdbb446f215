/** Tries at the log-in of staff that did not succeed: nobody knows whose they were. */
export const isTry = (action: string): boolean => /^staff\.\w+_(guessed|stopped|failed)$/.test(action)
