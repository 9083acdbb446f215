import MailComposer from 'nodemailer/lib/mail-composer'
import type Mail from 'nodemailer/lib/mailer'

/** What shops, banks, offices and people send, by turns: languages, encodings, parts, files and odd heads. Made by a composer that is not ours. */

const TEXTS = [
  'Your order 4711 is on its way.\n\nThank you for shopping with us.\n',
  'Zażółć gęślą jaźń — Twoje zamówienie jest w drodze.\n\n.kropka na początku\n..dwie\n',
  'Größe geändert: Übergrößenträger für 12,50 €\n-- \nIhr Geschäft\n',
  'Ваш заказ принят. Спасибо!\n',
  'ご注文ありがとうございます。\n発送しました。\n',
  '您的订单已发货。\n',
  'شكرا لطلبك.\n',
  'Παραγγελία σας: ✓ 🎉\n',
  '\n\n\nempty lines around\n\n\n\n',
  `${'A very long line of a text that nobody has wrapped, as some programs write them. '.repeat(11)}\n`,
  'From the beginning of a line, which mailboxes would escape\n\tand tabs \n trailing spaces   \n',
  '',
]

const html = (text: string) =>
  `<!doctype html><html><head><meta charset="utf-8"><style>p{margin:0}</style></head><body>${text
    .split('\n')
    .map((line) => `<p>${line}</p>`)
    .join('\r\n')}<img src="cid:logo@shop"></body></html>`

const PICTURE = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 256))

const FILES: Mail.Attachment[][] = [
  [],
  [{ filename: 'Rechnung Nr. 5 für März.pdf', content: PICTURE, contentType: 'application/pdf' }],
  [{ filename: 'logo.png', content: PICTURE, cid: 'logo@shop' }],
  [
    { filename: 'ユーザー.csv', content: 'a;b\r\n1;2\r\n', contentType: 'text/csv' },
    { filename: 'notes.txt', content: 'one\ntwo\n', encoding: 'utf8' },
  ],
  [{ filename: 'forwarded.eml', content: 'From: a@b.test\r\nSubject: inner\r\n\r\nbody\r\n', contentType: 'message/rfc822' }],
]

const HEADS: Record<string, string>[] = [
  {},
  {
    'List-Id': '<news.shop.test>',
    'List-Unsubscribe': '<https://shop.test/u/1>, <mailto:u@shop.test>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
  { 'Auto-Submitted': 'auto-generated', Precedence: 'bulk', 'X-Mailer': 'Shop 1.0' },
  { 'X-Long': 'x'.repeat(500), Received: 'from a.test by b.test; Sat, 21 Nov 2026 10:00:00 +0000' },
]

const ENCODINGS = ['quoted-printable', 'base64'] as const

/** The message of one turn, with whole line ends. */
export async function composedMail(turn: number): Promise<Buffer> {
  const text = TEXTS[turn % TEXTS.length] as string
  const kind = Math.floor(turn / TEXTS.length) % 4
  const mail: Mail.Options = {
    from: { name: ['Shop', 'Müller & Söhne', '"Quoted, Name"', '注文'][turn % 4] as string, address: `service+${turn}@shop.test` },
    to: 'you@alias.localhost',
    replyTo: turn % 3 === 0 ? 'help@shop.test' : undefined,
    subject: `${text.trim().split('\n')[0]?.slice(0, 120)} (${turn})`,
    messageId: `<${turn}.${kind}@shop.test>`,
    references: turn % 5 === 0 ? ['<1@shop.test>', '<2@shop.test>'] : undefined,
    date: new Date(1_795_000_000_000 + turn * 60_000),
    textEncoding: ENCODINGS[turn % 2],
    headers: HEADS[turn % HEADS.length],
    attachments: FILES[turn % FILES.length],
    ...(kind === 1 ? { html: html(text) } : kind === 2 ? { text, html: html(text) } : { text }),
    ...(kind === 3 && {
      icalEvent: { method: 'REQUEST', content: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n' },
    }),
  }
  return turn % 7 === 6 ? eightBit(text, turn) : new MailComposer(mail).compile().build()
}

/** As older programs write: letters in their own alphabet, without any encoding. */
const eightBit = (text: string, turn: number) =>
  Buffer.concat([
    Buffer.from(
      `From: Shop <shop@shop.test>\r\nTo: you\r\nSubject: 8-bit ${turn}\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n`,
    ),
    Buffer.from(text.replaceAll('\n', '\r\n')),
  ])
