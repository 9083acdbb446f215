import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { baseHeaders } from './base-headers'
import { answerToConnect, answerToUnreadable } from './unreadable'

/** Milliseconds, but for the number of connections of one process. */
export type Limits = {
  /** A request's head, from its first byte or from the opening of the connection. */
  head: number
  /** A request with its body. */
  request: number
  /** An answer, from the request's head to the last byte that the client takes. */
  answer: number
  /** Without a byte either way while a request runs. */
  silence: number
  /** Between two requests. */
  keepAlive: number
  /** For a client to take a last word, once nothing more is read from it. */
  lastWord: number
  /** For what runs when the server stops. */
  stop: number
  /** How often requests and answers are looked at. */
  look: number
  connections: number
}

const LIMITS: Limits = {
  head: 10_000,
  request: 30_000,
  answer: 300_000,
  silence: 60_000,
  keepAlive: 65_000,
  lastWord: 2_000,
  stop: 10_000,
  look: 2_000,
  connections: 10_000,
}

export const MAX_HEAD_BYTES = 16 * 1024

export type BoundedServer = {
  listen: (port: number, host: string) => Promise<void>
  /** Takes no more connections; what runs gets ten seconds. */
  stop: () => Promise<void>
  server: Server
}

/**
 * A server that no client can hold for longer than its limits, whatever the client sends, leaves out or does not read. It
 * speaks HTTP/1.1 only: an offer to change to another protocol is ignored and the request answered. @see RFC 9110 §7.8
 */
export function boundedServer(serve: RequestListener, change: Partial<Limits> = {}): BoundedServer {
  const limits = { ...LIMITS, ...change }
  const base = Object.entries(baseHeaders())
  /** Every open connection with its newest answer, also those that Node no longer counts. */
  const connections = new Map<Duplex, ServerResponse | undefined>()
  const running = new Map<ServerResponse, number>()

  const server = createServer(optionsFor(limits), (incoming, outgoing) => {
    connections.set(incoming.socket, outgoing)
    running.set(outgoing, performance.now())
    outgoing.once('close', () => running.delete(outgoing))
    for (const [name, value] of base) outgoing.setHeader(name, value)
    // What follows on the connection may be in the other protocol already, and Node throws away what came along.
    if (incoming.headers.upgrade !== undefined) outgoing.setHeader('Connection', 'close')
    serve(incoming, outgoing)
  })
  server.maxConnections = limits.connections
  server.timeout = limits.silence
  server.on('connection', (socket) => {
    connections.set(socket, undefined)
    socket.once('close', () => connections.delete(socket))
  })
  // Expectations that nobody knows are ignored. @see RFC 9110 §10.1.1
  server.on('checkExpectation', (incoming, outgoing) => server.emit('request', incoming, outgoing))

  const lastWord = (socket: Duplex, text: string) => {
    socket.on('error', () => {}).resume()
    socket.end(text)
    setTimeout(() => socket.destroy(), limits.lastWord).unref()
  }
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // In the middle of an answer, or after one to a request that never ended, more text would be taken for part of it.
    const answer = connections.get(socket)
    const isAnswered = answer?.headersSent && !(answer.writableFinished && answer.req.complete)
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswered) socket.destroy()
    else lastWord(socket, answerToUnreadable(error.code))
  })
  server.on('connect', (_, socket) => lastWord(socket, answerToConnect()))
  // Whoever listens for upgrades takes connections out of all these limits.
  server.on('newListener', (name) => {
    if (name === 'upgrade') throw new Error('this server changes to no other protocol')
  })

  const looking = setInterval(() => {
    const latest = performance.now() - limits.answer
    for (const [outgoing, began] of running) if (began < latest) outgoing.req.socket.destroy()
  }, limits.look).unref()

  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.on('error', reject)
        server.listen(port, host, resolve)
      }),
    stop: () =>
      new Promise((resolve) => {
        // A connection kept open for a next request would keep this process.
        for (const outgoing of running.keys()) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close')
        const patience = setTimeout(() => {
          for (const socket of connections.keys()) socket.destroy()
        }, limits.stop)
        server.close(() => {
          clearTimeout(patience)
          clearInterval(looking)
          resolve()
        })
        server.closeIdleConnections()
      }),
  }
}

const optionsFor = (limits: Limits) => ({
  headersTimeout: limits.head,
  requestTimeout: limits.request,
  keepAliveTimeout: limits.keepAlive,
  connectionsCheckingInterval: limits.look,
  maxHeaderSize: MAX_HEAD_BYTES,
  // A header sent twice is no header sent once.
  joinDuplicateHeaders: true,
  // Whoever serves looks at it, and answers in its own words.
  requireHostHeader: false,
  // Newer versions of Node ask this before they look for listeners.
  shouldUpgradeCallback: () => false,
})
