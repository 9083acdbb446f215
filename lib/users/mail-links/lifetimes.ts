/** How long a registration waits for its address to be confirmed. */
export const CONFIRM_SECONDS = 24 * 3600
