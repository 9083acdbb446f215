/** How long after a proof nobody asks again who sits there. */
const PROVEN_SECONDS = 10 * 60

/** Whether whoever sits there logged in, or proved who they are, a short while ago. */
export const isProven = ({ provenAgeSeconds }: { provenAgeSeconds: number }): boolean => provenAgeSeconds <= PROVEN_SECONDS
