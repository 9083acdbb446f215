/**
 * The smarthost both relays deliver to: as little work as an SMTP server can do. Says over IPC how many messages it has.
 * @see RFC 5321, RFC 2920
 */
import { createServer } from 'node:net'

const END = Buffer.from('\r\n.\r\n')
const EHLO = '250-sink.test\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 104857600\r\n'
/** @type {Record<string, string>} */
const REPLIES = { EHLO, HELO: '250 sink.test\r\n', DATA: '354 go on\r\n', QUIT: '221 bye\r\n' }

let taken = 0

createServer((socket) => {
  let isData = false
  let tail = Buffer.alloc(0)
  let rest = ''
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.write('220 sink.test ESMTP\r\n')
  socket.on('data', (/** @type {Buffer} */ chunk) => {
    if (isData) chunk = takeData(chunk)
    if (chunk.length > 0) takeCommands(chunk.toString('latin1'))
  })

  /** @param {Buffer} chunk @returns {Buffer} what follows the message */
  function takeData(chunk) {
    const seen = Buffer.concat([tail, chunk.length > 4096 && !endsIn(chunk) ? chunk.subarray(-4) : chunk])
    const end = seen.indexOf(END)
    tail = seen.subarray(-4)
    if (end < 0) return Buffer.alloc(0)
    isData = false
    taken++
    process.send?.({ taken })
    socket.write('250 2.0.0 taken\r\n')
    return seen.subarray(end + END.length)
  }

  /** @param {string} text */
  function takeCommands(text) {
    const lines = (rest + text).split('\r\n')
    rest = lines.pop() ?? ''
    let replies = ''
    while (lines.length > 0) {
      const verb = (lines.shift() ?? '').slice(0, 4).toUpperCase()
      replies += REPLIES[verb] ?? '250 2.0.0 ok\r\n'
      if (verb !== 'DATA') continue
      isData = true
      tail = Buffer.from('\r\n')
      socket.write(replies)
      const after = takeData(Buffer.from([...lines, rest].join('\r\n'), 'latin1'))
      rest = ''
      if (after.length > 0) takeCommands(after.toString('latin1'))
      return
    }
    socket.write(replies)
  }
}).listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.({ ready: true }))

/** Whether the end of a message may be somewhere else than in the last bytes. */
const endsIn = (/** @type {Buffer} */ chunk) => chunk.includes(END)
