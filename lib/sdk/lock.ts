/** Does one thing after the other for each name. Yours has to hold among all processes that share a store of tokens. */
export type Lock = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>

/** Holds within one process. */
export function memoryLock(): Lock {
  const last = new Map<string, Promise<unknown>>()
  return (name, work) => {
    const before = last.get(name) ?? Promise.resolve()
    const mine = before.then(work, work)
    const settled = mine.catch(() => {}).finally(() => last.get(name) === settled && last.delete(name))
    last.set(name, settled)
    return mine
  }
}
