/**
 * Answers no sooner than `floorMs`, however little there was to do: work that is done for a known person only must not
 * show in the time it takes.
 */
export async function inEvenTime<Result>(floorMs: number, work: () => Promise<Result>): Promise<Result> {
  const floor = new Promise<void>((resolve) => setTimeout(resolve, floorMs))
  const [outcome] = await Promise.allSettled([work(), floor])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
