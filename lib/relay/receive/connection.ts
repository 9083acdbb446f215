import { SMTPServer } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { MAX_CLIENTS } from '../limits'
import { takeQuietPiecesWhole } from './quiet-pieces'
import { TOO_MANY_CLIENTS } from './reply'

const ENHANCED = /^[245]\.\d{1,3}\.\d{1,3} /

type Arguments = ConstructorParameters<typeof SMTPConnection>

/**
 * smtp-server's connection with our codes. Its own replies get the enhanced code it knows for them, ours bring their
 * own; and it greets at once, where the original waits 100 ms to catch those who talk too early, which would slow
 * everybody down who opens a connection per message.
 */
class RelayConnection extends SMTPConnection {
  override init(): void {
    this._setListeners(() => {
      if (this._server.connections.size > MAX_CLIENTS) return this.send(421, TOO_MANY_CLIENTS)
      this.connectionReady()
    })
  }

  override _createParser(): ReturnType<SMTPConnection['_createParser']> {
    return takeQuietPiecesWhole(super._createParser())
  }

  override send(code: number, data?: string | string[] | null, context?: string | false): void {
    super.send(code, data, typeof data === 'string' && ENHANCED.test(data) ? false : context)
  }
}

export class RelayServer extends SMTPServer {
  override connect(socket: Arguments[1], options?: Arguments[2]): void {
    const connection = new RelayConnection(this, socket, options)
    this.connections.add(connection)
    connection.on('error', (error) => this._onError(error))
    connection.init()
  }
}
