/** The time zone that this browser is in, as it says itself. It is told again with each page, since people travel. */
export const ZONE_COOKIE = 'signet-zone'
