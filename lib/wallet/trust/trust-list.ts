/** What a signed list of issuers says. */
export type TrustList = {
  /** Whose it is; a later one of the same takes its place. */
  source: string
  /** When the next one comes: it is worth nothing then. */
  until: Date | null
  entries: {
    certificate: Uint8Array
    /** Null where the list names services, and the operator the types. */
    types: string[] | null
    /** URI of the service's kind. */
    service: string | null
  }[]
}
