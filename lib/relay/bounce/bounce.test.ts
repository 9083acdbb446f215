import { expect, it } from 'vitest'
import { bounceAddress, bounceIn } from './bounce-address'
import { failedStatuses, saysMailboxIsGone } from './delivery-status'

const DAY_MS = 24 * 3600 * 1000
const today = new Date('2026-11-21T12:00:00Z')
const inDays = (days: number) => new Date(today.getTime() + days * DAY_MS)
const bounceIdIn = (localPart: string, at: Date) => bounceIn(localPart, at)?.bounceId ?? null
const localPart = bounceAddress('abcdefghijklmnop', today).split('@')[0] as string

it('a bounce address leads back to its alias for thirty days', () => {
  expect(bounceIdIn(localPart, today)).toBe('abcdefghijklmnop')
  expect(bounceIdIn(localPart, inDays(30))).toBe('abcdefghijklmnop')
  expect(bounceIdIn(localPart, inDays(31))).toBeNull()
  expect(bounceIdIn(localPart, inDays(-1))).toBeNull()
})

it('a changed bounce address is nobody: its id, its day and its proof are held together', () => {
  const [, id = '', day = '', proof = ''] = localPart.split('-')
  const flipped = `${proof.startsWith('a') ? 'b' : 'a'}${proof.slice(1)}`
  for (const forged of [
    `b-${id.replace('a', 'b')}-${day}-${proof}`,
    `b-${id}-${Number(day) + 1}-${proof}`,
    `b-${id}-${day}-${flipped}`,
    `b-${id}-${day}-`,
    `b-${id}-${day}-${proof}x`,
    'b-',
  ]) {
    expect(bounceIdIn(forged, today)).toBeNull()
  }
})

it('the bounce address of a mail of ours is told apart from that of an alias, and neither passes for the other', () => {
  const [service = ''] = bounceAddress('abcdefghijklmnop', today, 'service').split('@')
  expect(bounceIn(service, today)).toEqual({ of: 'service', bounceId: 'abcdefghijklmnop' })
  expect(bounceIn(localPart, today)).toEqual({ of: 'alias', bounceId: 'abcdefghijklmnop' })
  for (const swapped of [service.replace(/^s/, 'b'), localPart.replace(/^b/, 's')]) expect(bounceIn(swapped, today)).toBeNull()
})

const report = (status: string, action = 'failed') =>
  Buffer.from(
    [
      '--x',
      'Content-Type: text/plain',
      '',
      'Final-Recipient: rfc822; somebody@people.example',
      '--x',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.test',
      '',
      'Final-Recipient: rfc822; somebody@people.example',
      `Action: ${action}`,
      `Status: ${status}`,
      '--x--',
      '',
    ].join('\r\n'),
  )

it('reads the status of failed recipients out of a delivery report, and of nothing else', () => {
  expect(failedStatuses('multipart/report; report-type=delivery-status; boundary="x"', report('5.1.1'))).toEqual(['5.1.1'])
  expect(failedStatuses('multipart/report; boundary=x', report('4.4.1', 'delayed'))).toEqual([])
  expect(failedStatuses('multipart/report; boundary=x', report('5.1.1', 'relayed'))).toEqual([])
  expect(failedStatuses('multipart/mixed; boundary="x"', report('5.1.1'))).toEqual([])
  expect(failedStatuses('multipart/report', report('5.1.1'))).toEqual([])
})

it('takes only an answer about the address itself for the end of a mailbox', () => {
  expect(['5.1.1', '5.1.2', '5.1.6', '5.2.1'].every(saysMailboxIsGone)).toBe(true)
  const others = ['5.0.0', '5.1.0', '5.1.3', '5.1.10', '5.2.2', '5.2.3', '5.3.4', '5.4.4', '5.5.0', '5.6.0', '5.7.1', '4.1.1', '4.2.1', '550']
  expect(others.filter(saysMailboxIsGone)).toEqual([])
})
