import { connect } from 'node:net'
import { pause } from '../processes.mjs'

const TIMEOUT_MS = 60_000

export async function untilItListens(port) {
  const deadline = Date.now() + TIMEOUT_MS
  while (!(await isListening(port))) {
    if (Date.now() > deadline) throw new Error(`Nothing listens at port ${port}.`)
    await pause(50)
  }
}

const isListening = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('data', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    setTimeout(() => socket.destroy(), 1000).unref()
  })
