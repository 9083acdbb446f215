import { expect, it } from 'vitest'
import { readProxyHeader } from './proxy-header'

const SIGNATURE = '0d0a0d0a000d0a515549540a'
const IPV4 = `${SIGNATURE}21 11 000c c0000207 7f000001 8235 0019`
const IPV6 = `${SIGNATURE}21 21 0024 20010db8000100000000000000000005 00000000000000000000000000000001 8235 0019`

const read = (hex: string, rest = '') => readProxyHeader(Buffer.concat([Buffer.from(hex.replaceAll(' ', ''), 'hex'), Buffer.from(rest)]))

it('says where a connection comes from, and what belongs to the client', () => {
  expect(read(IPV4, 'EHLO x\r\n')).toEqual({ address: '192.0.2.7', bytes: 28 })
  expect(read(IPV6)).toEqual({ address: '2001:db8:1:0:0:0:0:5', bytes: 52 })
})

it('skips what a proxy adds', () => {
  expect(read(IPV4.replace('000c', '0013').concat('04 0004 00000000'))).toEqual({ address: '192.0.2.7', bytes: 35 })
})

it('knows a proxy that speaks for itself', () => {
  expect(read(`${SIGNATURE}20 00 0000`)).toEqual({ address: null, bytes: 16 })
})

it('waits for the whole of it', () => {
  const whole = Buffer.from(IPV4.replaceAll(' ', ''), 'hex')
  for (let bytes = 0; bytes < whole.length; bytes++) expect(readProxyHeader(whole.subarray(0, bytes))).toBe('incomplete')
})

it.each([
  ['version 1', Buffer.from('PROXY TCP4 192.0.2.7 127.0.0.1 1 25\r\n').toString('hex')],
  ['SMTP', Buffer.from('EHLO sender.test\r\n').toString('hex')],
  ['version 3', IPV4.replace('21 11', '31 11')],
  ['another command', IPV4.replace('21 11', '22 11')],
  ['UDP', IPV4.replace('21 11', '21 12')],
  ['a Unix socket', IPV4.replace('21 11', '21 31')],
  ['too few bytes', IPV4.replace('000c', '000b')],
  ['too many bytes', IPV4.replace('000c', 'ffff')],
])('does not take %s', (_, hex) => {
  expect(read(hex)).toBe('invalid')
})
