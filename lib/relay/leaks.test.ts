import { randomInt } from 'node:crypto'
import { expect, it } from 'vitest'
import { newId, randomBase62 } from '#lib/core/random-id'
import { shardOf } from '#lib/core/shard'
import { withdrawAccess } from '#lib/grants/end-grants'
import { workThrough } from '#lib/jobs/work-queue'
import { switchAlias } from '#lib/users/aliases/switch-alias'
import { newBounceId } from './bounce/bounce-address'
import { setOtherMail } from './held/store'
import { sendReplyQueue } from './reply/send-reply.job'
import { blockSender } from './senders/senders'
import { anAlias, anApp, type TestAlias } from './testing/an-alias'
import { deliveryReport } from './testing/delivery-report'
import { ask } from './testing/queue'
import { relayForTests } from './testing/relay'
import { SmtpClient } from './testing/smtp-client'

/** `npm run mail-leaks`: ten thousand mails, with the bounces and answers that come of them. */
const MAILS = Number(process.env.LEAK_MAILS ?? 60)
const IS_LONG = process.env.LEAK_MAILS !== undefined
const CLIENTS = 4

const SPF = 'v=spf1 ip4:127.0.0.1 -all'
const relay = relayForTests({
  'people.example': SPF,
  'sender.test': SPF,
  '_dmarc.strict.test': 'v=DMARC1; p=reject',
  '_dmarc.wary.test': 'v=DMARC1; p=quarantine',
})

const pick = <Value>(values: readonly Value[]): Value => values[randomInt(values.length)] as Value

/** What a mail server behind us says of a person's mailbox, and it says whose it is. */
const refusals = (to: string) =>
  [
    { code: 550, text: `5.1.1 <${to}> no such user`, at: 'RCPT' },
    { code: 452, text: `4.2.2 mailbox of ${to} is full`, at: 'RCPT' },
    { code: 554, text: `5.7.1 spam for ${to}`, at: 'DATA' },
    { code: 552, text: `5.3.4 too large for ${to}`, at: 'DATA' },
  ] as const

type Choice = (alias: TestAlias) => Promise<unknown>

/** What people did with their aliases. */
const LIVES: Choice[] = [
  async () => {},
  async () => {},
  async () => {},
  ({ userId, appId }) => withdrawAccess(userId, appId),
  ({ userId, appId }) => switchAlias(userId, appId, true),
  ({ userId, appId }) => setOtherMail(userId, appId, 'hold'),
  ({ userId, appId }) => setOtherMail(userId, appId, 'refuse'),
  ({ userId, appId }) => setOtherMail(userId, appId, 'reject'),
  ({ userId, appId }) => setOtherMail(userId, appId, 'mark', true),
  (alias) => blockSender(alias, { address: 'spam@sender.test' }),
  ({ userId, appId }) =>
    ask(`INSERT INTO alias_traffic (shard, user_id, app_id, bounce_id, paused_at) VALUES ($4, $1, $2, $3, clock_timestamp())`, [
      userId,
      appId,
      newBounceId(shardOf(userId)),
      shardOf(userId),
    ]),
]

const FROM = ['shop@sender.test', 'spam@sender.test', 'x@elsewhere.test', 'x@strict.test', 'x@wary.test']

/** Everything one sender hears while they send one message. */
async function conversation(from: string, to: string[], message: string): Promise<string> {
  const client = await SmtpClient.open(relay.port)
  const heard = [client.greeting, await client.command('EHLO sender.test'), await client.command(`MAIL FROM:<${from}>`)]
  for (const address of to) heard.push(await client.command(`RCPT TO:<${address}>`))
  heard.push(await client.command('DATA'))
  if (heard.at(-1)?.startsWith('354')) heard.push(await client.send(`${message.replace(/^\./gm, '..')}.\r\n`).reply())
  heard.push(await client.command('QUIT'))
  client.close()
  return heard.join('\n')
}

it('nothing that a sender hears or is sent holds an address or a name of a person, whatever becomes of their mail', { retry: 0 }, async () => {
  const appId = await anApp()
  const people: (TestAlias & { secrets: string[] })[] = []
  for (let count = 0; count < Math.max(LIVES.length * 2, MAILS / 40); count++) {
    const local = `canary.${randomBase62(10).toLowerCase()}`
    const name = `Given${randomBase62(8)}`
    const alias = await anAlias({ appId, email: `${local}@people.example`, profile: { given_name: name, family_name: `Family${randomBase62(8)}` } })
    await LIVES[count % LIVES.length]?.(alias)
    people.push({ ...alias, secrets: [alias.email, local, name] })
  }
  relay.sink.refuse = (to) => (to.startsWith('canary.') && randomInt(8) === 0 ? pick(refusals(to)) : undefined)

  const heard: string[] = []
  const outcomes = new Map<string, number>()
  const note = (kind: string, said: string) => {
    heard.push(said)
    const last =
      said
        .split('\n')
        .filter((line) => !line.startsWith('221'))
        .at(-1) ?? ''
    const key = `${kind} ${last.replace(/ as msg_\w+/, '')}`
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1)
  }
  const write = async () => {
    const from = pick(FROM)
    const to = [pick(people), ...(randomInt(5) === 0 ? [pick(people)] : [])].map(({ address }) => (randomInt(30) === 0 ? `x${address}` : address))
    note('mail', await conversation(from, to, `From: Shop <${from}>\r\nSubject: ${newId('msg')}\r\n\r\n${'Body\r\n'.repeat(randomInt(1, 200))}`))
  }
  let answered = 0
  /** As a mailbox's provider and its owner do with what arrived. */
  const answer = async () => {
    const mail = relay.sink.mails[answered++]
    const person = people.find(({ email }) => email === mail?.to)
    if (!mail || !person) return
    if (mail.from !== '')
      note('bounce', await conversation('', [mail.from], deliveryReport(person.email, pick(['5.1.1', '5.2.2', '5.7.1', '4.2.2']))))
    const reverse = /^Reply-To: <(r-[^>]+)>/m.exec(mail.data.toString('latin1'))?.[1]
    if (!reverse || answered % 4 !== 0) return
    const text = `From: ${person.secrets[2]} <${person.email}>\r\nSubject: Re: ${person.secrets[2]}\r\n\r\nYes.\r\n-- \r\n${person.secrets[2]} ${person.email}\r\n`
    note('answer', await conversation(person.email, [reverse], text))
    note('a stranger to the address for answers', await conversation('x@elsewhere.test', [reverse], 'From: x@elsewhere.test\r\n\r\nx\r\n'))
  }
  let written = 0
  const client = async () => {
    while (written < MAILS) {
      if (++written % 500 === 0) await ask(`UPDATE alias_traffic SET accepted_at = '{}', paused_at = NULL, hard_bounces_at = '{}'`)
      await write()
      if (answered < relay.sink.mails.length) await answer()
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const isDone = async () =>
    (await ask(`SELECT 1 FROM forwarded_mails WHERE next_attempt_at <= clock_timestamp() + interval '1 minute' AND attempts < 1`)).length
  await expect.poll(isDone).toBe(0)
  while (answered < relay.sink.mails.length) await answer()
  await expect.poll(isDone).toBe(0)
  await workThrough(sendReplyQueue)(new AbortController().signal)

  const isPerson = new Set(people.map(({ email }) => email))
  const sentOut = relay.sink.mails.map((mail) => ({
    // To its reader a mail may name them in its envelope; nothing else of it may.
    what: isPerson.has(mail.to) ? 'forwarded' : 'answer',
    text: `${mail.from}\n${isPerson.has(mail.to) ? '' : mail.to}\n${mail.data.toString('latin1')}\n${decoded(mail.data)}`,
  }))
  const secrets = people.flatMap((person) => person.secrets)
  const leaks = [...heard, ...sentOut.map(({ text }) => text)].flatMap((text) =>
    secrets.some((secret) => text.toLowerCase().includes(secret.toLowerCase())) ? [text] : [],
  )
  expect(leaks).toEqual([])
  const count = (what: string) => sentOut.filter((one) => one.what === what).length
  expect(count('forwarded')).toBeGreaterThan(0)
  expect(count('answer')).toBeGreaterThan(0)
  if (!IS_LONG) return
  console.info(
    `${MAILS} mails, ${heard.length} conversations, ${count('forwarded')} mails forwarded, ${count('answer')} answers sent, ${leaks.length} leaks`,
  )
  for (const [what, times] of [...outcomes].sort((one, other) => other[1] - one[1])) console.info(`${times} × ${what}`)
})

/** The body of an answer, which we write in base64. */
const decoded = (data: Buffer) => Buffer.from(data.toString('latin1').split('\r\n\r\n')[1] ?? '', 'base64').toString()
