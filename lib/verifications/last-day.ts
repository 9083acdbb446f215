/**
 * The moment from which a document no longer counts. It is valid through its last day, wherever on earth that ends last.
 * @param day YYYY-MM-DD, printed on the document
 */
export const endOfLastDay = (day: string) => new Date(`${day}T23:59:59-12:00`)

/** The last day that such a moment was made of. It is no moment and passes through nobody's time zone. */
export const lastDayBefore = (end: Date) => new Date(end.getTime() - 12 * 3600_000).toISOString().slice(0, 10)
