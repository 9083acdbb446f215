import { type OpenTransaction, runInside } from './open-transaction'
import { isPrismaLoaded, prisma } from './prisma'
import type { Prisma, Queryable } from './queryable'

/** Prisma gives up a transaction that takes longer; no statement may take as long. */
const LIMITS = { maxWait: 2500, timeout: 5000 }

/** The transaction must begin anew once Prisma is loaded. */
export class PrismaNotLoadedError extends Error {}

type Call = (...args: unknown[]) => unknown
type Callable = Record<string, Call & Record<string, Call>>

/** Prisma's client on the connection of one transaction. It begins with the first call, so statements alone never wait for it. */
export class PrismaInside {
  private begun: Promise<Callable> | undefined
  private end: (() => Promise<void>) | undefined

  constructor(private readonly open: () => OpenTransaction) {}

  /** @param query the statements of the transaction */
  beside(query: Queryable['query']): Prisma {
    const model = (name: string) => new Proxy({}, { get: (_, verb) => this.call((client, args) => client[name]?.[verb as string]?.(...args)) })
    return new Proxy({} as Prisma, {
      get: (_, name) => {
        if (name === 'query') return query
        // No promise, though it may be awaited.
        if (typeof name === 'symbol' || name === 'then') return undefined
        return name.startsWith('$') ? this.call((client, args) => client[name]?.(...args)) : model(name)
      },
    })
  }

  /**
   * @returns undefined when it never began
   * @throws what Prisma says when it gave the transaction up, or that it was never loaded
   */
  leave(): Promise<void> | undefined {
    return this.end?.()
  }

  private call(make: (client: Callable, args: unknown[]) => unknown): Call {
    return async (...args) => make(await this.begin(), args)
  }

  private begin(): Promise<Callable> {
    if (!isPrismaLoaded()) {
      const cold = Promise.reject(new PrismaNotLoadedError())
      this.end = () => cold
      return cold
    }
    this.begun ??= new Promise((resolve, reject) => {
      let leave = () => {}
      const left = new Promise<void>((done) => {
        leave = done
      })
      const over = runInside(this.open(), () =>
        prisma().$transaction((client) => {
          resolve(client as unknown as Callable)
          return left
        }, LIMITS),
      )
      over.catch(reject)
      this.end = () => {
        leave()
        return over
      }
    })
    return this.begun
  }
}
