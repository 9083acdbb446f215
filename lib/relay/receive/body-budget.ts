import { MAX_BYTES_IN_FLIGHT } from '../limits'
import { Refusal } from './reply'

/** The memory that all messages being received may take together. */
export class BodyBudget {
  private taken = 0

  constructor(private readonly limit = MAX_BYTES_IN_FLIGHT) {}

  /** @throws Refusal when there is no room */
  take(bytes: number): void {
    if (this.taken + bytes > this.limit) throw new Refusal('noSpace')
    this.taken += bytes
  }

  giveBack(bytes: number): void {
    this.taken -= bytes
  }
}
