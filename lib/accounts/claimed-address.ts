declare const claimed: unique symbol

/**
 * An address that stands in the list for an account which is about to have it. Only a claim makes one, so whatever writes an
 * address into an account has claimed it before, in a transaction that is over: the two may be on different databases.
 */
export type ClaimedAddress = {
  readonly emailIndex: Buffer<ArrayBuffer>
  readonly userId: string
  /** @throws UnavailableError when so much time has passed that somebody else may have it soon */
  requireFresh(): void
  readonly [claimed]: true
}
