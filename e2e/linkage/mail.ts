import { randomBase62 } from '#lib/core/random-id'
import { deliveryReport } from '#lib/relay/testing/delivery-report'
import { SmtpClient } from '#lib/relay/testing/smtp-client'
import { flattenHead, flattenReply } from './flatten'
import type { Observer } from './observer'
import type { Person } from './people'
import type { Stack } from './stack'

/** What came of a mail to an alias: its bounce address, as the mail server behind sees it. */
export type Forwarded = { bounceAddress: string }

const message = (subject: string) => `From: Shop <shop@sender.test>\r\nSubject: ${subject}\r\nMessage-ID: <${subject}@sender.test>\r\n\r\nBody\r\n`

/** One mail of the company to the alias; the answer at every step, and the head as it is forwarded. */
export async function writeTo(stack: Stack, app: Observer, person: Person, alias: string): Promise<Forwarded> {
  const subject = `letter-${randomBase62(12)}`
  const replies = await patiently(() =>
    withClient(stack, async (client) => {
      await client.command('MAIL FROM:<shop@sender.test>')
      const first = await client.command(`RCPT TO:<${alias}>`)
      await client.command('DATA')
      return [first, await client.send(`${message(subject)}.\r\n`).reply()]
    }),
  )
  for (const [nth, reply] of replies.entries()) app.note(person.nth, flattenReply(`mail ${nth === 0 ? 'RCPT' : 'DATA'}`, reply))
  const forwarded = await stack.sink.until(({ data }) => data.includes(subject))
  app.note(person.nth, [...flattenHead('mail head', forwarded.data.toString('latin1')), ['mail envelope', forwarded.from]])
  return { bounceAddress: forwarded.from }
}

async function withClient<Result>({ mailPort }: Stack, work: (client: SmtpClient) => Promise<Result>): Promise<Result> {
  const client = await SmtpClient.open(mailPort)
  try {
    await client.command('EHLO sender.test')
    return await work(client)
  } finally {
    client.close()
  }
}

/** On a machine that is slow the answer may be to come again, and senders do. @see RFC 5321 §4.5.4.1 */
async function patiently(send: () => Promise<string[]>): Promise<string[]> {
  for (;;) {
    const replies = await send()
    if (!replies.some((reply) => reply.startsWith('451'))) return replies
  }
}

/** A report comes back to the address a mail was forwarded from. */
export async function bounce(stack: Stack, bounceAddress: string, status: string): Promise<void> {
  const [reply] = await patiently(() =>
    withClient(stack, async (client) => [await client.mail('', [bounceAddress], deliveryReport('somebody@people.example', status))]),
  )
  if (!reply?.startsWith('250')) throw new Error(`a bounce was answered ${reply}`)
}

/** How each alias is answered now: at RCPT, and after a whole mail. */
export const tryAliases = (stack: Stack, app: Observer, aliases: readonly { nth: number; alias: string }[]): Promise<void> =>
  withClient(stack, async (client) => {
    for (const { nth, alias } of aliases) {
      const [first = '', last] = await patiently(() => oneMail(client, alias))
      app.note(nth, flattenReply('mail RCPT', first))
      if (last !== undefined) app.note(nth, flattenReply('mail DATA', last))
    }
  })

/** @returns the answer to RCPT, and the one at the end if it comes to that */
async function oneMail(client: SmtpClient, alias: string): Promise<string[]> {
  await client.command('MAIL FROM:<shop@sender.test>')
  const reply = await client.command(`RCPT TO:<${alias}>`)
  if (!reply.startsWith('250')) {
    await client.command('RSET')
    return [reply]
  }
  await client.command('DATA')
  return [reply, await client.send(`${message('again')}.\r\n`).reply()]
}

const AT_ONCE = 10

/** Mails to all these aliases until each had all it may have in an hour. */
export const flood = (stack: Stack, aliases: readonly string[]): Promise<void> =>
  withClient(stack, async (client) => {
    for (let from = 0; from < aliases.length; from += AT_ONCE) await fill(client, aliases.slice(from, from + AT_ONCE))
  })

async function fill(client: SmtpClient, aliases: readonly string[]): Promise<void> {
  for (;;) {
    await client.command('MAIL FROM:<shop@sender.test>')
    const replies: string[] = []
    for (const alias of aliases) replies.push(await client.command(`RCPT TO:<${alias}>`))
    if (!replies.some((reply) => /^(250|451)/.test(reply))) {
      await client.command('RSET')
      return
    }
    await client.command('DATA')
    await client.send(`${message('flood')}.\r\n`).reply()
  }
}
