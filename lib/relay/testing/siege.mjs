/**
 * Sockets of forty networks that hold their places byte by byte and come back whenever they are sent away. A process of its
 * own, so that what is measured beside it is the receiver: `node siege.mjs <port> <sockets>`.
 */
import { connect } from 'node:net'

const NETWORKS = 40
const DRIP_MS = 1000
const RETURN_MS = 1000

const [port = 0, count = 0] = process.argv.slice(2).map(Number)

/** @param {number} index */
function besiege(index) {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${10 + (index % NETWORKS)}.1` })
  const drip = setInterval(() => socket.write('E'), DRIP_MS)
  socket.on('error', () => {}).resume()
  socket.on('close', () => {
    clearInterval(drip)
    setTimeout(besiege, RETURN_MS, index)
  })
}

for (let index = 0; index < count; index++) setTimeout(besiege, (index * RETURN_MS) / count, index)
setTimeout(() => process.send?.('laid'), RETURN_MS)
