import { expect, it } from 'vitest'
import { parseMessage } from './entity'
import { readableMail, textOfHtml } from './text-of'

const read = (lines: string[]) => readableMail(parseMessage(Buffer.from(lines.join('\r\n')).toString('latin1')))

it('shows the plain part of a message and names what comes with it', () => {
  const mail = read([
    'Content-Type: multipart/mixed; boundary="a b"',
    '',
    'not shown',
    '--a b',
    'Content-Type: multipart/alternative; boundary=c',
    '',
    '--c',
    'Content-Type: text/plain; charset=iso-8859-2',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Za=BF=F3=B3=E6 =',
    'g=EA=B6l=B1',
    '--c',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>other</p>',
    '--c--',
    '--a b',
    'Content-Type: application/pdf; name="=?utf-8?Q?Rechnung_f=C3=BCr_dich.pdf?="',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
    '--a b--',
  ])
  expect(mail).toEqual({ text: 'Zażółć gęślą', attachments: [{ name: 'Rechnung für dich.pdf', type: 'application/pdf' }] })
})

it('shows HTML as text, with no script, no style and the addresses of its links', () => {
  expect(
    textOfHtml('<style>p{}</style><p>Hello&nbsp;<b>you</b></p><script>alert(1)</script><a href="https://x.test/?a=1&amp;b">Pay</a><br>&#x26;'),
  ).toBe('Hello you\nPay (https://x.test/?a=1&b)\n&')
  expect(read(['Content-Type: text/html', '', '<p>Hi</p>']).text).toBe('Hi')
})

it('takes a message that is nested beyond reason for unreadable, and a broken one as far as it goes', () => {
  expect(read(['Content-Type: multipart/mixed; boundary=x', '', '--x', '', 'one', 'no end']).text).toBe('one\nno end')
  const nested = Array.from({ length: 40 }, (_, depth) => [`Content-Type: multipart/mixed; boundary=b${depth}`, '', `--b${depth}`]).flat()
  expect(() => read(nested)).toThrow('too many parts')
})
