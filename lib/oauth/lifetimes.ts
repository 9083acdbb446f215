/** Seconds. Spec: Limits; States and transitions. */
export const CODE_SECONDS = 60
export const ACCESS_TOKEN_SECONDS = 3600
export const ID_TOKEN_SECONDS = 3600
/** From last use: every refresh starts it again. */
export const REFRESH_TOKEN_SECONDS = 30 * 24 * 3600
/** From the app's server to the person's browser and back here. @see RFC 9126 §2.2 */
export const PUSHED_REQUEST_SECONDS = 60
/** A new signing key is published this long before it signs: many times what a client may keep the key set for. */
export const KEY_AHEAD_SECONDS = 3600
/** A key stays published this long after it stopped: longer than the longest id_token. */
export const KEY_AFTER_SECONDS = ID_TOKEN_SECONDS + 23 * 3600
/** How long a person may take to log in and decide. */
export const INTERACTION_SECONDS = 3600
/** A second submit of an answered request (a double click, a reload) is taken for this long. */
export const RESUBMIT_SECONDS = 60
