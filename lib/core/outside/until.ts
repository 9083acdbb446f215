/** Work that is given up at a signal: whatever it waits for, its caller waits no longer. @throws the signal's reason */
export async function until<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  let giveUp = () => {}
  const over = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason)
    signal.addEventListener('abort', giveUp)
    if (signal.aborted) giveUp()
  })
  try {
    return await Promise.race([work, over])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
