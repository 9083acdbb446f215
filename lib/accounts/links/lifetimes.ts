/** How long a registration waits for its address to be confirmed. */
export const CONFIRM_SECONDS = 24 * 3600

/** How long a link for a new password works. */
export const RECOVERY_SECONDS = 3600

/** How long a code by mail counts, and how many tries it takes. */
export const CODE_SECONDS = 1800
export const CODE_TRIES = 5
