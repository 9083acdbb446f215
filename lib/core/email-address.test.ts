import { expect, it } from 'vitest'
import { formsOf, mailboxOf, readEmail } from './email-address'

it.each([
  ['Ala@People.Example', 'ala@people.example'],
  [' o+tag@people.example ', 'o+tag@people.example'],
  ['zażółć@people.example', 'zażółć@people.example'],
  ['za\u007a\u0307o@people.example', 'zażo@people.example'],
  ['ala@żółw.example', 'ala@xn--w-uga1v8h.example'],
  ['ala@ŻÓŁW.example', 'ala@xn--w-uga1v8h.example'],
  ['ala@xn--w-uga1v8h.example', 'ala@xn--w-uga1v8h.example'],
  ['ala@пример.рф', 'ala@xn--e1afmkfd.xn--p1ai'],
  ['ala@ｐｅｏｐｌｅ.example', 'ala@people.example'],
  ['ala@people。example', 'ala@people.example'],
  ["o'brien@people.example", "o'brien@people.example"],
  ['ala@localhost', 'ala@localhost'],
])('%s is one mailbox, written %s', (given, kept) => expect(readEmail(given)).toBe(kept))

it.each([
  '',
  'ala',
  'ala@',
  '@people.example',
  'a b@people.example',
  'ala@people',
  'ala@people.example.',
  'a@b@c.example',
  'a\u0000@people.example',
  `${'x'.repeat(65)}@people.example`,
  `ala@${'x'.repeat(64)}.example`,
  `ala@${'x.'.repeat(130)}example`,
  'ala@127.0.0.1',
  'ala@[127.0.0.1]',
  'victim@x.example,1.a',
  'victim@x.example;1.a',
  'victim@x.example>,<other@x.example',
  'victim,other@x.example',
  'victim:other@x.example',
  '"victim"@x.example',
  'victim(comment)@x.example',
  'Victim <victim@x.example>',
  'victim%x.example@relay.example',
  'relay.example!victim@x.example',
  'victim@x.example\r\nRCPT TO:<other@x.example>',
  'victim@x.example other@x.example',
  '.victim@x.example',
  'victim..a@x.example',
])('%j is no address', (text) => expect(readEmail(text)).toBeNull())

it('finds an address that was kept before its domain was written as the DNS has it', () => {
  expect(formsOf('ala@people.example')).toEqual(['ala@people.example'])
  expect(formsOf('ala@xn--w-uga1v8h.example')).toEqual(['ala@xn--w-uga1v8h.example', 'ala@żółw.example'])
})

it('counts spellings of one mailbox together, and dots apart but where they are known to mean nothing', () => {
  expect(mailboxOf('ala+one@people.example')).toBe('ala@people.example')
  expect(mailboxOf('ala+one+two@people.example')).toBe('ala@people.example')
  expect(mailboxOf('a.la@people.example')).toBe('a.la@people.example')
  expect(mailboxOf('a.l.a+x@googlemail.com')).toBe('ala@gmail.com')
  expect(mailboxOf('+tag@people.example')).toBe('+tag@people.example')
})
