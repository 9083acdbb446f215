import type { Socket } from 'node:net'

const CLOSE_MS = 2000
/** Beyond so many nobody is waited for. */
const MOST = 200

/**
 * Clients that are told they cannot stay. Nothing is made for them, neither a session nor a parser, nor is anything they say read: who
 * fills the door costs those who are let in as little as can be.
 */
export class TurnedAway {
  private readonly leaving = new Set<Socket>()

  /** @param text enhanced status code and words; the socket is closed at once when the client leaves, or else after two seconds */
  tell(socket: Socket, text: string): void {
    socket.on('error', () => {}).end(`421 ${text}\r\n`)
    if (this.leaving.size >= MOST) return void socket.destroySoon()
    this.leaving.add(socket)
    const timer = setTimeout(() => socket.destroy(), CLOSE_MS).unref()
    socket.once('close', () => {
      clearTimeout(timer)
      this.leaving.delete(socket)
    })
    // A reset would take back what was just said; only a socket that is read sees the client leave.
    socket.resume()
  }
}
