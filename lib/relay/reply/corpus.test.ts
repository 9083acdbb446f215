import MailComposer from 'nodemailer/lib/mail-composer'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { findHeadEnd, parseHead } from '../head/parse-head'
import { cleanReply } from './clean-reply'

/**
 * Replies as mail programs write them, made by a composer that knows nothing of the cleaner and read by a parser that knows
 * nothing of it either. Every program, language, way of quoting and encoding there is here, by turns; REPLIES says how many.
 */
const COUNT = Number(process.env.REPLIES ?? 60)

type Person = { email: string; given: string; family: string }

const PEOPLE: Person[] = [
  { email: 'ala.kowalska@people.example', given: 'Alicja', family: 'Kowalska' },
  { email: 'jmueller77@gmail.com', given: 'Jörg', family: 'Müller' },
  { email: 'zofia@żółw.example'.replace('żółw', 'xn--w-uga1v8h'), given: 'Zofia', family: 'Łęcka-Nowak' },
  { email: 'o.brien+shop@people.example', given: 'Siobhán', family: "O'Brien" },
  { email: 'hanako_sato@mail.people.example', given: '花子', family: '佐藤' },
  { email: 'ivan.petrov@people.example', given: 'Иван', family: 'Петров' },
]

const ALIAS = 'abcdefghijklmnop@alias.localhost'
const REVERSE = 'r-bcdefghijklmnopa@r.alias.localhost'
const SHOP = 'service@shop.example'

const escapeHtml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

type Reply = { text: string; html: string; subject: string }

const QUOTE = 'Hello, your order 4711 is on its way.\nThank you for shopping with us.'

const LEADS = [
  (who: string, at: string) => `On ${at}, ${who} wrote:`,
  (who: string, at: string) => `Am ${at} schrieb ${who}:`,
  (who: string, at: string) => `W dniu ${at} użytkownik ${who} napisał:`,
  (who: string, at: string) => `Le ${at}, ${who} a écrit :`,
  (who: string, at: string) => `${at} пользователь ${who} написал:`,
  (who: string, at: string) => `${at} に ${who} さんは書きました:`,
]

const HEADS = [
  ['From', 'Sent', 'To', 'Subject'],
  ['Von', 'Gesendet', 'An', 'Betreff'],
  ['Od', 'Wysłano', 'Do', 'Temat'],
  ['De', 'Envoyé', 'À', 'Objet'],
]

const at = 'Sat, 21 Nov 2026 10:15'

/** What each program makes of an answer. */
const PROGRAMS: ((person: Person, turn: number) => Reply)[] = [
  function gmail({ email, given, family }, turn) {
    const lead = (LEADS[turn % LEADS.length] as (typeof LEADS)[0])(`"Shop (service at shop.example)" <${REVERSE}>`, at)
    const text = `Thanks, all good.\n\n${given}\n\n${lead}\n\n> ${QUOTE.replace(/\n/g, '\n> ')}\n> To: ${given} ${family} <${email}>\n`
    const html = `<div dir="ltr">Thanks, all good.<div><br></div><div>${given}</div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">${escapeHtml(lead)}<br></div><blockquote class="gmail_quote">${escapeHtml(QUOTE)}<br>To: ${given} ${family} &lt;<a href="mailto:${email}">${email}</a>&gt;</blockquote></div><div class="gmail_signature" data-owner="${email}">-- <br>${given} <b>${family}</b><br><a href="https://people.example/u?mail=${encodeURIComponent(email)}">profile</a></div>`
    return { text, html, subject: `Re: ${given}, your order` }
  },
  function outlook({ email, given, family }, turn) {
    const [from, sent, to, subject] = HEADS[turn % HEADS.length] as string[]
    const head = [`${from}: Shop <${REVERSE}>`, `${sent}: ${at}`, `${to}: ${family}, ${given} <${email}> [mailto:${email}]`, `${subject}: Order`]
    const text = `Hi,\n\nplease call me.\n\nBest regards,\n${given} ${family.toUpperCase()}\nE-Mail: ${email.toUpperCase()}\n\n________________________________\n${head.join('\n')}\n\n${QUOTE}`
    const html = `<html><head><meta name="Generator" content="Microsoft Word 15"><title>${given} ${family}</title><style>p.MsoNormal{margin:0}</style></head><body><!-- ${email} --><p class="MsoNormal">please call me.<o:p>&nbsp;</o:p></p><p>${given}&nbsp;${family}</p><p><a href='mailto:${email}?subject=Order' title='${email}'>${email.replace('@', '&#64;')}</a></p><div style="border-top:solid #E1E1E1 1.0pt">${head.map((line) => `<b>${escapeHtml(line)}</b>`).join('<br>')}</div></body></html>`
    return { text, html, subject: `AW: [EXTERNAL] Order of ${given} ${family}` }
  },
  function appleMail({ email, given, family }, turn) {
    const lead = (LEADS[(turn + 1) % LEADS.length] as (typeof LEADS)[0])(`Shop <${REVERSE}>`, at)
    const text = `Yes.\n\nSent from ${given}’s iPhone\n\n> ${lead}\n> \n> ${QUOTE.replace(/\n/g, '\n> ')}\n> > ${given}\n> > ${family} wrote`
    const html = `<html><body style="overflow-wrap: break-word;">Yes.<br id="lineBreakAtBeginningOfMessage"><div>Sent from ${given}’s iPhone</div><blockquote type="cite"><div>${escapeHtml(lead)}</div><div>To: <span>${email.split('@')[0]}</span><wbr>@<span>${email.split('@')[1]}</span></div></blockquote></body></html>`
    return { text, html, subject: 'Re: Order' }
  },
  function thunderbird({ email, given, family }, turn) {
    const lead = (LEADS[(turn + 2) % LEADS.length] as (typeof LEADS)[0])('Shop', at)
    const text = `${lead}\n> ${QUOTE.replace(/\n/g, '\n> ')}\n\nNo, thank you.\n\n-- \n${family} ${given}\n${email} | +48 600 000 000`
    const html = `<html><head><meta http-equiv="content-type" content="text/html; charset=UTF-8"></head><body><div class="moz-cite-prefix">${escapeHtml(lead)}</div><blockquote type="cite" cite="mid:1@shop.example">${QUOTE}</blockquote><p>No, thank you.</p><pre class="moz-signature" cols="72">-- \n${family} ${given}\n<a class="moz-txt-link-abbreviated" href="mailto:${email}">${email}</a></pre></body></html>`
    return { text, html, subject: 'Re: Order' }
  },
  function mutt({ email, given, family }, turn) {
    const lead = (LEADS[(turn + 3) % LEADS.length] as (typeof LEADS)[0])('Shop', at)
    const text = `${lead}\n> ${QUOTE.replace(/\n/g, '\n> ')}\n> Dear ${given}\n> ${family},\n\nack.\n\n${given} ${family} (${email.replace('@', ' at ')})\n-- \n${given} ${family} <${email}>\nhttps://people.example/~${email.split('@')[0]}/`
    return { text, html: '', subject: `Re: ${email}` }
  },
]

const ENCODINGS = ['quoted-printable', 'base64'] as const

async function compose(turn: number) {
  const person = PEOPLE[turn % PEOPLE.length] as Person
  const { text, html, subject } = (PROGRAMS[turn % PROGRAMS.length] as (typeof PROGRAMS)[0])(person, turn)
  const wraps = turn % 3 === 1
  const mail = new MailComposer({
    from: { name: `${person.given} ${person.family}`, address: person.email },
    to: REVERSE,
    subject,
    text: wraps ? text.replace(/ (\S+)$/gm, '\n> $1') : text,
    ...(html && turn % 4 !== 3 ? { html } : {}),
    textEncoding: ENCODINGS[turn % 2],
    inReplyTo: '<1@shop.example>',
    references: ['<0@shop.example>', '<1@shop.example>'],
    headers: {
      'X-Mailer': `Program of ${person.given}`,
      'Disposition-Notification-To': person.email,
      'Thread-Topic': `${person.given} ${person.family}`,
    },
    attachments:
      turn % 5 === 0
        ? [
            { filename: `Letter of ${person.given} ${person.family}.pdf`, content: Buffer.from('%PDF-1.4 nothing in it') },
            { filename: `${person.family}.txt`, content: `Invoice for ${person.given} ${person.family}, ${person.email}` },
          ]
        : [],
  })
  return { person, raw: await mail.compile().build() }
}

/** What a company could read, by a parser of somebody else. */
async function readAll(message: Buffer): Promise<string> {
  const mail = await PostalMime.parse(message)
  const html = mail.html ?? ''
  const attachments = mail.attachments.map(({ filename, content }) => `${filename} ${Buffer.from(content as ArrayBuffer).toString('utf8')}`)
  const unescaped = html
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
  const heads = mail.headers.map(({ value }) => value)
  return [
    message.toString('latin1'),
    mail.subject,
    mail.text,
    unescaped,
    unescaped.replace(/<[^>]*>/g, ''),
    decodeURIComponent(unescaped.replace(/%(?![0-9a-f]{2})/gi, '')),
    ...attachments,
    ...heads,
  ].join('\n')
}

const squeeze = (text: string) => text.toLowerCase().replace(/[\s>\u200b\u00ad]+/g, ' ')

it('no reply tells who wrote it, in whatever program, language and encoding', async () => {
  const leaks: string[] = []
  let refused = 0
  for (let turn = 0; turn < COUNT; turn++) {
    const { person, raw } = await compose(turn)
    const text = raw.toString('latin1')
    const split = findHeadEnd(text, true)
    const fields = parseHead(text.slice(0, split?.headEnd))
    const names = [`${person.given} ${person.family}`, person.given, person.family]
    const reply = cleanReply(
      fields,
      text.slice(split?.bodyStart),
      { email: person.email, names },
      { address: ALIAS, name: '[…]' },
      new Map([[REVERSE, SHOP]]),
    )
    if ('fault' in reply) {
      refused++
      continue
    }
    const message = Buffer.from(
      `${[reply.subject, ...reply.references.map(({ raw: line }) => line), 'MIME-Version: 1.0', ...reply.content].join('\r\n')}\r\n\r\n${reply.body}`,
    )
    const seen = squeeze(await readAll(message))
    const [local = '', domain = ''] = person.email.split('@')
    const bare = local.replace(/\+.*/, '')
    for (const secret of [
      person.email,
      `${bare}@${domain}`,
      `${bare} at ${domain}`,
      `${person.given} ${person.family}`,
      `${person.family}, ${person.given}`,
      person.family,
      person.given,
      bare,
      REVERSE,
    ])
      if (seen.includes(squeeze(secret))) leaks.push(`${turn} ${PROGRAMS[turn % PROGRAMS.length]?.name}: ${secret}`)
    expect(seen).toMatch(/4711|thank|order|call|yes/)
  }
  expect(leaks).toEqual([])
  expect(refused).toBe(0)
}, 120_000)
