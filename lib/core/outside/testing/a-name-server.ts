import { createSocket, type RemoteInfo } from 'node:dgram'
import { isIPv6, SocketAddress } from 'node:net'

const [A, AAAA] = [1, 28]
const [NO_ERROR, NO_SUCH_NAME] = [0, 3]

/** The addresses a name leads to; null when there is no such name, `silent` for no answer at all. */
type Zone = (name: string, family: 4 | 6) => string[] | null | 'silent'

/** A name server on this machine. @see RFC 1035 §4.1 */
export async function aNameServer(zone: Zone) {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (question, from) => {
    const answer = answerTo(question, (name, family) => {
      asked.push(`${name} ${family}`)
      return zone(name, family)
    })
    if (answer) send(answer, from)
  })
  const send = (answer: Buffer, { port, address }: RemoteInfo) => socket.send(answer, port, address)
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  return { server: `127.0.0.1:${socket.address().port}`, asked, close: () => socket.close() }
}

function answerTo(question: Buffer, zone: Zone): Buffer | null {
  const labels: string[] = []
  let at = 12
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('ascii', at + 1, at + 1 + length))
    at += length + 1
  }
  const type = question.readUInt16BE(at + 1)
  const found = type === A || type === AAAA ? zone(labels.join('.'), type === A ? 4 : 6) : []
  if (found === 'silent') return null
  const header = Buffer.from(question.subarray(0, 12))
  header.writeUInt16BE(0x8180 | (found ? NO_ERROR : NO_SUCH_NAME), 2)
  for (const [index, count] of [1, found?.length ?? 0, 0, 0].entries()) header.writeUInt16BE(count, 4 + 2 * index)
  return Buffer.concat([header, question.subarray(12, at + 5), ...(found ?? []).map((address) => recordOf(type, address))])
}

function recordOf(type: number, address: string): Buffer {
  const bytes = isIPv6(address) ? bytesOf6(address) : Buffer.from(address.split('.').map(Number))
  const fixed = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length])
  return Buffer.concat([fixed, bytes])
}

function bytesOf6(address: string): Buffer {
  const plain = new URL(`http://[${new SocketAddress({ address, family: 'ipv6' }).address}]`).hostname.slice(1, -1)
  const [head = '', tail] = plain.split('::')
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean))
  const groups =
    tail === undefined ? (left ?? []) : [...(left ?? []), ...Array(8 - (left?.length ?? 0) - (right?.length ?? 0)).fill('0'), ...(right ?? [])]
  const bytes = Buffer.alloc(16)
  for (const [index, group] of groups.entries()) bytes.writeUInt16BE(Number.parseInt(group, 16), 2 * index)
  return bytes
}
