/**
 * Sends one message again and again, each to the next recipient, over a number of connections that are kept. Commands are
 * pipelined as real mail servers do. @see RFC 2920
 */
import { connect } from 'node:net'

const [port, connections, count, bytes, recipientsText = ''] = process.argv.slice(2)
const recipients = recipientsText.split(',')
const head =
  'From: Shop <shop@sender.test>\r\nTo: you\r\nSubject: Your order\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\nMessage-ID: <1@sender.test>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n'
const line = `${'The quick brown fox jumps over the lazy dog and runs away. '.repeat(2).slice(0, 76)}\r\n`
const body = line.repeat(Math.ceil((Number(bytes) - head.length) / line.length))
const message = Buffer.from(`${head}${body}.\r\n`)

let next = 0

function send() {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    let text = ''
    /** @type {((value?: unknown) => void) | undefined} */
    let waiting
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('data', (data) => {
      text += data.toString('latin1')
      waiting?.()
    })
    /** The next reply. */
    const reply = async () => {
      for (;;) {
        const match = /^(?:\d{3}-.*\r\n)*(\d{3}) .*\r\n/.exec(text)
        if (match) {
          text = text.slice(match[0].length)
          return match[0]
        }
        await new Promise((go) => (waiting = go))
      }
    }
    const expected = async (/** @type {string[]} */ ...codes) => {
      for (const code of codes) {
        const said = await reply()
        if (!said.startsWith(code)) throw new Error(`expected ${code}, got ${said}`)
      }
    }
    const run = async () => {
      await expected('220')
      socket.write('EHLO sender.test\r\n')
      await expected('250')
      while (next < Number(count)) {
        const to = recipients[next++ % recipients.length]
        socket.write(`MAIL FROM:<shop@sender.test>\r\nRCPT TO:<${to}>\r\nDATA\r\n`)
        await expected('250', '250', '354')
        socket.write(message)
        await expected('250')
      }
      socket.end('QUIT\r\n')
    }
    run().then(resolve, reject)
  })
}

process.once('message', async () => {
  try {
    await Promise.all(Array.from({ length: Number(connections) }, send))
    process.send?.({ done: true })
  } catch (error) {
    process.send?.({ error: String(error) })
  }
  process.disconnect?.()
})
process.send?.({ ready: true })
