import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { browserKind } from './browser-kind'
import { clientAddress, isIn, networkOf } from './client-address'
import { clientLibrary } from './client-library'
import { env } from './env'

/** The connection a request came by, what was said about those before it, and what its sender calls itself. */
type Arrival = { socket: IncomingMessage['socket']; forwardedFor: string | undefined; userAgent: string | undefined }

/**
 * Carries it past Next to whoever wants to know where a request comes from: beside the request and not in a header, so
 * that nobody else can write it. Next's code is loaded apart from the front server's, and they share the process.
 */
const shared = globalThis as typeof globalThis & { signetArrivals?: AsyncLocalStorage<Arrival> }
shared.signetArrivals ??= new AsyncLocalStorage()
const arrivals = shared.signetArrivals

/** Answers a request so that the answer can depend on where it comes from. */
export const answerKnowing = <Result>({ socket, headers }: IncomingMessage, answer: () => Result): Result =>
  arrivals.run({ socket, forwardedFor: headers['x-forwarded-for'] as string | undefined, userAgent: headers['user-agent'] }, answer)

/**
 * The network the request that is being answered comes from. Behind plain Next, where nothing is known of connections,
 * all requests are of one network.
 */
export const clientNetwork = (): string => networkOf(clientAddressNow())

/** The address it comes from; null where nothing is known of connections. It is judged, and neither kept nor told. */
export function clientAddressNow(): string | null {
  const arrival = arrivals.getStore()
  return arrival ? clientAddress(arrival.socket.remoteAddress, arrival.forwardedFor, isIn(env().TRUSTED_PROXIES)) : null
}

/** What sent the request that is being answered: the kind of browser and system, or the library. Null where nothing we know is said. */
export function clientSoftware(): string | null {
  const said = arrivals.getStore()?.userAgent
  const library = clientLibrary(said)
  return library === null || library === 'Browser' ? browserKind(said ?? null) : library
}
