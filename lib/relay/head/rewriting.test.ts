import { expect, it } from 'vitest'
import { draftHead, isLoop } from './draft'
import { decodeWords, encodeWords } from './encoded-words'
import { finishHead } from './finish-head'
import { keepFields } from './keep-fields'
import { LOOP_HEADER, loopToken } from './loop-token'
import { findHeadEnd, parseHead } from './parse-head'
import { displayName, mailboxLine, senderOf } from './sender'

const latin1 = (text: string) => Buffer.from(text).toString('latin1')
const kept = (...lines: string[]) => keepFields(parseHead(latin1(lines.join('\r\n'))))
const from = (...lines: string[]) => senderOf(parseHead(latin1(lines.map((line) => `From: ${line}`).join('\r\n'))))

it.each([
  ['Reply-To: x@y.test'],
  ['Sender: x@y.test'],
  ['Cc: x@y.test'],
  ['Bcc: x@y.test'],
  ['Disposition-Notification-To: x@y.test'],
  ['Return-Receipt-To: x@y.test'],
  ['X-Confirm-Reading-To: x@y.test'],
  ['List-Unsubscribe: <mailto:out@y.test>'],
  ['List-Unsubscribe-Post: List-Unsubscribe=One-Click'],
  ['List-Post: <mailto:x@y.test>'],
  ['Authentication-Results: us; dkim=pass'],
  ['DKIM-Signature: v=1'],
  ['Received: from a by b'],
  ['To: somebody@else.test'],
  ['X-Anything: at all'],
])('does not pass on %s', (line) => {
  expect(kept('Subject: Hello', line)).toEqual(['Subject: Hello'])
})

it('keeps what a reader needs, as it came', () => {
  const lines = [
    'Subject: =?utf-8?q?Caf=C3=A9?=\r\n and more',
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    'Message-ID: <1@y.test>',
    'In-Reply-To: <0@y.test>',
    'References: <0@y.test>',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    'Content-Transfer-Encoding: 8bit',
    'List-Id: <news.y.test>',
    'Auto-Submitted: auto-generated',
    'Precedence: bulk',
  ]
  expect(kept(...lines)).toEqual(lines)
})

it('keeps only the https ways out of a list', () => {
  expect(kept('List-Unsubscribe: <mailto:out@y.test>, <https://y.test/out?u=1>, <http://y.test/out>')).toEqual([
    'List-Unsubscribe: <https://y.test/out?u=1>',
  ])
})

it('keeps the one click beside an https way out of a list, in the words of the standard, and never alone', () => {
  const https = 'List-Unsubscribe: <https://y.test/out>'
  expect(kept(https, 'list-unsubscribe-post: List-Unsubscribe=One-Click')).toEqual([https, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click'])
  expect(kept('List-Unsubscribe-Post: List-Unsubscribe=One-Click', https)).toHaveLength(2)
  expect(kept(https, 'List-Unsubscribe-Post: to=somebody')).toEqual([https])
  expect(kept('List-Unsubscribe: <mailto:out@y.test>', 'List-Unsubscribe-Post: List-Unsubscribe=One-Click')).toEqual([])
})

it('counts the first of a repeated field', () => {
  expect(kept('Subject: one', 'Subject: two', 'content-type: text/plain', 'Content-Type: text/html')).toEqual([
    'Subject: one',
    'content-type: text/plain',
  ])
})

it('writes an 8-bit subject as encoded-words and drops 8-bit identifiers', () => {
  const [subject = '', ...others] = kept('Subject: Zażółć gęślą jaźń', 'Message-ID: <ż@y.test>')
  expect(subject).toMatch(/^[\x20-\x7e]+$/)
  expect(decodeWords(subject)).toBe('Subject: Zażółć gęślą jaźń')
  expect(others).toEqual([])
})

it('makes a bare CR in a header a space: it begins no new field', () => {
  expect(kept('Subject: a\rBcc: x@y.test')).toEqual(['Subject: a Bcc: x@y.test'])
})

it('reads one sender only', () => {
  expect(from('Shop <shop@y.test>')).toEqual({ name: 'Shop', address: 'shop@y.test' })
  expect(from()).toBeNull()
  expect(from('nobody')).toBeNull()
  expect(from('a@y.test', 'b@y.test')).toBe('ambiguous')
  expect(from('a@y.test, b@z.test')).toBe('ambiguous')
  expect(from('Shops: a@y.test;')).toBe('ambiguous')
})

it('decodes encoded-words after the address was taken apart, never before', () => {
  expect(from('=?utf-8?q?Bank_=3Cbank=40bank=2Etest=3E=2C?= <evil@y.test>')).toEqual({ name: 'Bank <bank@bank.test>,', address: 'evil@y.test' })
})

it.each([
  ['=?utf-8?B?xbs=?= =?UTF-8?q?=C3=B3=C5=82w?=', 'Żółw'],
  ['=?utf-8?b?xQ==?= =?utf-8?b?uw==?=', 'Ż'],
  ['=?iso-8859-2?q?=AF=F3=B3w?= plain', 'Żółw plain'],
  ['=?x-unheard-of?q?abc?=', 'abc'],
  ['no words', 'no words'],
])('reads %s', (text, read) => {
  expect(decodeWords(text)).toBe(read)
})

it('writes encoded-words that are short enough and read the same', () => {
  const text = 'Zażółć gęślą jaźń 🎉 '.repeat(8)
  for (const word of encodeWords(text).split('\r\n ')) expect(word.length).toBeLessThanOrEqual(75)
  expect(decodeWords(encodeWords(text))).toBe(text)
})

it('shows whom a mail is from without an address that could be answered', () => {
  expect(displayName({ name: 'Shop', address: 'shop@y.test' })).toBe('Shop (shop at y.test)')
  expect(displayName({ name: '', address: 'shop@y.test' })).toBe('shop at y.test')
  expect(displayName({ name: '', address: '' })).toBe('Unknown sender')
  expect(displayName({ name: 'A\u202Eb\r\nBcc: x', address: 'shop@y.test' })).toBe('A b Bcc: x (shop at y.test)')
  expect(mailboxLine('From', 'A "quoted" \\ name', 'a@b.test')).toBe('From: "A \\"quoted\\" \\\\ name" <a@b.test>')
})

it.each([
  ['an address', 'security@bank.test'],
  ['an address in wide letters', 'security＠bank.test'],
  ['an address in words', 'Bank (security at bank.test)'],
  ['our name', 'Signet'],
  ['our name among others', 'The Signet Security Team'],
  ['our name in Cyrillic letters', 'Ѕіgnеt'],
  ['our name in mathematical letters', '𝐒𝐢𝐠𝐧𝐞𝐭'],
  ['our name with digits', '5IGN3T'],
  ['our name, spaced', 'S i g n e t'],
  ['our name with something unseen in it', 'Sig\u200Bnet'],
  ['our domain', 'Support of alias.localhost'],
])('leaves out a name that holds %s', (_, name) => {
  expect(displayName({ name, address: 'evil@y.test' })).toBe('evil at y.test')
})

it('keeps brackets for its own marks, and spells out what an address could hide', () => {
  expect(displayName({ name: '[verified] Shop', address: 'shop@y.test' })).toBe('(verified) Shop (shop at y.test)')
  expect(displayName({ name: '', address: 'Our Support (x@y.test' })).toBe('Our_Support__x at y.test')
  expect(displayName({ name: '', address: 'shop@bаnk.test' })).toBe('shop at xn--bnk-6cd.test')
  expect(displayName({ name: 'Żółw', address: 'shop@żółw.test' })).toBe('Żółw (shop at żółw.test)')
})

it('finds the end of the head, and never takes body for head', () => {
  expect(findHeadEnd('A: b\r\n\r\nbody', false)).toEqual({ headEnd: 6, bodyStart: 8 })
  expect(findHeadEnd('A: b\n\nbody', false)).toEqual({ headEnd: 5, bodyStart: 6 })
  expect(findHeadEnd('\r\nbody', false)).toEqual({ headEnd: 0, bodyStart: 2 })
  expect(findHeadEnd('body\r\n', false)).toEqual({ headEnd: 0, bodyStart: 0 })
  expect(findHeadEnd('A: b\r\nno field\r\n', false)).toEqual({ headEnd: 6, bodyStart: 6 })
  expect(findHeadEnd('A: b\r\n c\r\n', false)).toBeNull()
  expect(findHeadEnd('A: b', true)).toEqual({ headEnd: 4, bodyStart: 4 })
})

it('knows a mail that was here before, and one that was everywhere', () => {
  const received = (count: number) => parseHead('Received: from a by b\r\n'.repeat(count))
  expect(isLoop(received(30))).toBe(false)
  expect(isLoop(received(31))).toBe(true)
  expect(isLoop(parseHead(`${LOOP_HEADER}: ${loopToken()}`))).toBe(true)
  expect(isLoop(parseHead(`${LOOP_HEADER}: aaaaaaaaaaaaaaaa-aaaaaaaaaaaaaaaa`))).toBe(false)
})

const reader = (role: 'person' | 'postmaster') => ({ role, mark: null, locale: 'en' as const, appName: '', replyTo: null })

const draft = (sender: { name: string; address: string } | null, envelopeFrom: string) =>
  draftHead([], sender, envelopeFrom, {
    messageId: 'msg_1',
    address: sender?.address ?? envelopeFrom,
    isProven: true,
    isSuspect: false,
    isFlagged: false,
    received: { helo: 'h.test', ip: '192.0.2.1', protocol: 'ESMTP', at: '2026-11-21T10:00:00Z' },
    authenticationResults: 'us; spf=pass',
    bodyHash: '',
    hasEightBit: false,
    chunks: 1,
  })

it('gives a mail without date, identifier or sender what it needs', () => {
  const lines = finishHead(draft(null, 'shop@y.test'), 'a@alias.test', reader('person'))
  expect(lines).toContain('Date: Sat, 21 Nov 2026 10:00:00 +0000')
  expect(lines).toContain('From: "shop at y.test" <a@alias.test>')
  expect(lines.some((line) => line.startsWith('Message-ID: <msg_1@'))).toBe(true)
})

it('lets the postmaster answer, and nobody else', () => {
  const written = (role: 'person' | 'postmaster') =>
    finishHead(draft({ name: '', address: 'shop@y.test' }, ''), 'a@alias.test', reader(role)).join('\n')
  expect(written('postmaster')).toContain('Reply-To: <shop@y.test>')
  expect(written('person')).not.toContain('Reply-To')
})
