import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { PacketReader, packet } from '#lib/relay/filter/packets'
import { checkFilter } from './check-filter'

let end: (() => void) | undefined
afterEach(() => end?.())

async function start(hear: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => hear(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  end = () => void server.close()
  return (server.address() as AddressInfo).port
}

/** A filter that wants to see everything and goes on with everything. */
function goOn(socket: Socket): void {
  const reader = new PacketReader()
  socket.on('data', (piece) => {
    for (const { code } of reader.push(piece))
      if (code === 'O') socket.write(packet('O', Buffer.from('000000060000000000000000', 'hex')))
      else if (!'DQ'.includes(code)) socket.write(packet('c'))
  })
}

it('says that the filter answers, or that it does not, and what becomes of mail then', async () => {
  const address = { host: '127.0.0.1', port: await start(goOn) }
  expect(await checkFilter({ address, fails: 'closed' })).toEqual([
    { subject: 'filter', look: 'good', text: 'the filter of MILTER answers; when it fails, mail is asked for again until it is there' },
  ])
  end?.()
  const port = await start((socket) => socket.end('220 mail.test ESMTP\r\n'))
  expect(await checkFilter({ address: { ...address, port }, fails: 'open' })).toEqual([
    { subject: 'filter', look: 'bad', text: 'the filter of MILTER does not answer, or speaks no milter protocol: mail is taken without it' },
  ])
  expect(await checkFilter(null)).toEqual([])
})
