import type { Realm } from '../realm'

declare const claimed: unique symbol

/**
 * An address that stands in the list for an account which is about to have it. Only a claim makes one, so whatever writes an
 * address into an account has claimed it before, in a transaction that is over: the two may be on different databases.
 */
export type ClaimedAddress<For extends Realm = Realm> = {
  readonly realm: For
  readonly id: string
  readonly emailIndex: Buffer<ArrayBuffer>
  /** @throws UnavailableError when so much time has passed that somebody else may have it soon */
  requireFresh(): void
  readonly [claimed]: true
}
