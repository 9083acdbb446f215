import { moveSomeHours, TAKEN_AT_ONCE } from './days-store'

/** Moves counts of hours before yesterday into their days, until there are none. Any number of workers may do so at once: a count is in one place at any moment. */
export async function sumDays(signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await moveSomeHours()) >= TAKEN_AT_ONCE);
}
