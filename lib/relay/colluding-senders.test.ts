import { describe, expect, it } from 'vitest'
import { withdrawAccess } from '#lib/grants/end-grants'
import { switchAlias } from '#lib/users/aliases/switch-alias'
import { bounceAddress } from './bounce/bounce-address'
import { MAX_PER_ALIAS } from './limits'
import { anAlias, anAliasOf, type TestAlias } from './testing/an-alias'
import { deliveryReport } from './testing/delivery-report'
import { ask } from './testing/queue'
import { ACCEPTED, relayForTests } from './testing/relay'
import { SmtpClient, sendMail, withoutId } from './testing/smtp-client'

/** Two companies, each with an alias at an app of its own, compare what they see. */
type Pair = { a: TestAlias; b: TestAlias }

const MESSAGE = 'From: Shop <shop@sender.test>\r\nSubject: Hello\r\n\r\nBody\r\n'

const relay = relayForTests({ 'people.example': 'v=spf1 +all', '_dmarc.strict.test': 'v=DMARC1; p=reject' })

async function pairOf(persons: 1 | 2): Promise<Pair> {
  const a = await anAlias()
  return { a, b: persons === 1 ? await anAliasOf(a) : await anAlias() }
}

const send = (to: TestAlias | TestAlias[], { from = 'shop@sender.test', message = MESSAGE } = {}) => relay.send(to, message, from)

/** Every reply of one conversation: to each recipient, and to the message where somebody takes it. */
async function conversation(recipients: TestAlias[]): Promise<string[]> {
  const client = await SmtpClient.open(relay.port)
  const said = [await client.command('EHLO sender.test'), await client.command('MAIL FROM:<shop@sender.test>')]
  for (const { address } of recipients) said.push(await client.command(`RCPT TO:<${address}>`))
  said.push(await client.command('DATA'))
  if (said.at(-1)?.startsWith('354')) said.push(withoutId(await client.send(`${MESSAGE}.\r\n`).reply()))
  client.close()
  return said
}

async function everythingSaid({ a, b }: Pair): Promise<string[][]> {
  const said: string[][] = []
  for (const recipients of [[b], [a], [a, b], [b, a], [b, b]]) said.push(await conversation(recipients))
  for (const { email } of [a, b])
    for (const to of [a, b]) {
      said.push([await send(to, { from: email })])
      said.push([await send(to, { message: `From: ${email}\r\n\r\nx\r\n` })])
    }
  said.push([await send(b, { message: 'From: x@strict.test\r\n\r\nx\r\n' })])
  return said
}

async function bounce(alias: TestAlias, status: string, times = 3): Promise<void> {
  await send(alias)
  const [row] = await ask<{ bounce_id: string }>('SELECT bounce_id FROM alias_traffic WHERE user_id = $1 AND app_id = $2', [
    alias.userId,
    alias.appId,
  ])
  const address = bounceAddress(row?.bounce_id ?? '', new Date())
  for (let count = 0; count < times; count++) expect(await sendMail(relay.port, '', address, deliveryReport(alias.email, status))).toBe(ACCEPTED)
}

/** Refuses what goes to these people, until so many mails were refused. */
async function refuseAtTheMailbox({ a }: Pair, code: number, text: string): Promise<void> {
  let refused = 0
  relay.sink.refuse = (to) => (to === a.email && ++refused > 0 ? { code, text, at: 'RCPT' } : undefined)
  for (let count = 0; count < 3; count++) await send(a)
  await expect.poll(() => refused).toBeGreaterThanOrEqual(3)
  relay.sink.refuse = () => undefined
}

const hadMail = (alias: TestAlias, times: number) =>
  ask(
    `UPDATE alias_traffic SET accepted_at = array_fill(clock_timestamp() - interval '1 minute', ARRAY[$3::int]) WHERE user_id = $1 AND app_id = $2`,
    [alias.userId, alias.appId, times],
  )

describe.each<[string, (pair: Pair) => Promise<unknown>]>([
  ['nothing happened', async () => {}],
  ['three mails to one alias came back: no such mailbox', ({ a }) => bounce(a, '5.1.1')],
  ['three mails to one alias came back: mailbox disabled', ({ a }) => bounce(a, '5.2.1')],
  ['three mails to one alias came back: too large', ({ a }) => bounce(a, '5.3.4')],
  ['three mails to one alias came back: mailbox full', ({ a }) => bounce(a, '5.2.2')],
  ['the mailbox refused three mails to one alias for good', (pair) => refuseAtTheMailbox(pair, 550, '5.1.1 unknown')],
  ['the mailbox refused three mails to one alias as too large', (pair) => refuseAtTheMailbox(pair, 552, '5.3.4 too large')],
  [
    'one alias had as many mails as it takes in an hour',
    async ({ a }) => {
      await send(a)
      await hadMail(a, MAX_PER_ALIAS.hour)
    },
  ],
  ['one alias was switched off', ({ a }) => switchAlias(a.userId, a.appId, true)],
  ['one alias was withdrawn', ({ a }) => withdrawAccess(a.userId, a.appId)],
])('two senders who compare their answers, after this: %s', (_, happens) => {
  it('are told the same of two aliases of one person as of two people', { retry: 0 }, async () => {
    const said = await Promise.all(
      ([1, 2] as const).map(async (persons) => {
        const pair = await pairOf(persons)
        return { pair, persons }
      }),
    )
    const transcripts: string[][][] = []
    for (const { pair } of said) {
      await happens(pair)
      transcripts.push(await everythingSaid(pair))
    }
    expect(transcripts[0]).toEqual(transcripts[1])
  })
})

describe('the mail that two senders caused', () => {
  const wordsOf = (text: string) => new Set(text.split(/[^A-Za-z0-9_]+/).filter((word) => word.length > 4 && /[^0-9]/.test(word)))

  async function sharedWords({ a, b }: Pair): Promise<string[]> {
    const heads: string[] = []
    for (const [alias, shop] of [
      [a, 'one'],
      [b, 'two'],
    ] as const) {
      const message = `From: ${shop}@${shop}.test\r\nSubject: ${shop}\r\n\r\n${shop}\r\n`
      expect(await sendMail(relay.port, `x@${shop}.test`, alias.address, message)).toBe(ACCEPTED)
      const mail = await relay.sink.until(({ data }) => data.includes(alias.address))
      heads.push(`${mail.from}\r\n${mail.data.toString('latin1')}`)
    }
    const [first, second] = heads.map(wordsOf)
    return [...(first ?? [])].filter((word) => second?.has(word)).sort()
  }

  it('has nothing in common over two aliases of one person that it has not over two people', { retry: 0 }, async () => {
    const [one, two] = [await sharedWords(await pairOf(1)), await sharedWords(await pairOf(2))]
    expect(one).toEqual(two)
  })
})
