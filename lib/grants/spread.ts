/**
 * What may not be told to several companies in one second is told to each at a random moment within a day: an interval,
 * new for every row. @see docs/decisions/123-log-outs-are-told-by-the-session.md
 */
export const SPREAD = `random() * interval '24 hours'`
