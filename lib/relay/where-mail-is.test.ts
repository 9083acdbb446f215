import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { mailFind } from '#lib/admin/commands/mail-find'
import { mailQueue } from '#lib/admin/commands/mail-queue'
import { closeDatabase } from '#lib/core/db'
import { log } from '#lib/core/log'
import { registry } from '#lib/core/metrics'
import { bounceAddress } from './bounce/bounce-address'
import { Deliverer } from './deliver/deliverer'
import { type Receiver, startReceiver } from './receive/receiver'
import { recordHardBounce } from './store/pause'
import { anAlias, type TestAlias } from './testing/an-alias'
import { deliveryReport } from './testing/delivery-report'
import { fakeDns } from './testing/fake-dns'
import { useOwnDatabase } from './testing/own-database'
import { ask, queuedFor } from './testing/queue'
import { Sink } from './testing/sink'
import { SmtpClient, sendMail } from './testing/smtp-client'

const MEBIBYTE = 1024 * 1024

let sink: Sink
let receiver: Receiver
let deliverer: Deliverer | undefined
const lines: string[] = []

beforeAll(async () => {
  await useOwnDatabase()
  sink = await Sink.start()
  Object.assign(process.env, { SMTP_LISTEN: '127.0.0.1:0', SMTP_URL: sink.url })
  receiver = await startReceiver({ resolver: fakeDns({}) })
  for (const level of ['info', 'warn'] as const)
    vi.spyOn(log, level).mockImplementation((...parts: unknown[]) => void lines.push(JSON.stringify(parts)))
})

afterAll(async () => {
  await receiver.close()
  await deliverer?.stop()
  await sink.close()
  await closeDatabase()
})

/** Sends a message. @returns the id that its sender was told */
async function send({ address }: TestAlias, bytes = 10): Promise<string> {
  const client = await SmtpClient.open(receiver.port)
  await client.begin('shop@sender.test', [address])
  const body = `${'x'.repeat(70)}\r\n`.repeat(Math.ceil(bytes / 72))
  const reply = await client.send(`From: shop@sender.test\r\nSubject: Hello\r\n\r\n${body}.\r\n`).reply()
  client.close()
  return /^250 2\.6\.0 Accepted as (msg_\w+)$/.exec(reply)?.[1] ?? reply
}

const find = async (id: string) => (await mailFind.run([id], {})).join('\n')

const loggedOf = (id: string) => lines.filter((line) => line.includes(id)).map((line) => /"(mail [^"]+)"\]$/.exec(line)?.[1])

it('an accepted mail is found by the id its sender was told, from the queue to its end, with a line in the log for each step', async () => {
  const [good, gone, held] = [await anAlias(), await anAlias(), await anAlias()]
  const later = await anAlias()
  sink.refuse = (to) =>
    to === gone.email
      ? { code: 550, text: `5.1.1 <${to}>`, at: 'RCPT' }
      : to === later.email
        ? { code: 451, text: '4.3.0 later', at: 'RCPT' }
        : undefined
  await send(held)
  const [row] = await ask<{ bounce_id: string }>('SELECT bounce_id FROM alias_traffic WHERE user_id = $1', [held.userId])
  for (let count = 0; count < 3; count++) await recordHardBounce(row?.bounce_id ?? '', '5.1.1')
  const [forwarded, refused, kept, waiting] = [await send(good), await send(gone), await send(held), await send(later)]
  expect(await find(forwarded)).toMatch(/^waiting /m)
  expect(await find(kept)).toMatch(/^held /m)

  deliverer = new Deliverer()
  await expect.poll(() => queuedFor(good.userId)).toBe(0)
  await expect.poll(() => queuedFor(gone.userId)).toBe(0)
  await expect.poll(() => find(waiting)).toMatch(/^waiting .* 4\.3\.0 /m)
  expect(await find(forwarded)).toMatch(/^forwarded /m)
  expect(await find(refused)).toMatch(/^given up .* 5\.1\.1 /m)
  await expect(find('msg_nobody')).rejects.toThrow('Nothing is known of msg_nobody')

  expect(loggedOf(forwarded)).toEqual(['mail accepted', 'mail forwarded'])
  expect(loggedOf(refused)).toEqual(['mail accepted', 'mail given up'])
  expect(loggedOf(kept)).toEqual(['mail held'])
  expect(loggedOf(waiting)).toEqual(['mail accepted', 'mail not forwarded yet'])
  const queue = (await mailQueue.run([], {})).join('\n')
  expect(queue).toContain(waiting)
  expect(queue).toContain('held')
  for (const { email, address, localPart } of [good, gone, held, later])
    for (const personal of [email, address, localPart]) expect([...lines, queue].join('\n')).not.toContain(personal)
  expect(await registry.getSingleMetricAsString('signet_mails_total')).toMatch(/outcome="forwarded"\} [1-9]/)
})

it('what a provider finds too large is refused to the next sender, in steps that are those of many providers', async () => {
  const [first, same, other] = [await anAlias({ email: 'one@small.example' }), await anAlias({ email: 'two@small.example' }), await anAlias()]
  sink.refuse = (to) => (to === first.email ? { code: 552, text: '5.3.4 too large', at: 'DATA' } : undefined)
  deliverer ??= new Deliverer()
  await send(first, 16 * MEBIBYTE)
  await expect.poll(() => queuedFor(first.userId), { timeout: 30_000 }).toBe(0)
  expect(await ask('SELECT max_bytes FROM domain_sizes')).toEqual([{ max_bytes: 15 * MEBIBYTE }])
  expect(await send(same, 16 * MEBIBYTE)).toMatch(/^552 5\.3\.4 /)
  expect(await send(same, 14 * MEBIBYTE)).toMatch(/^msg_/)
  expect(await send(other, 16 * MEBIBYTE)).toMatch(/^msg_/)
}, 90_000)

it('learns the same from a large mail that comes back, and nothing from a small one', async () => {
  const alias = await anAlias({ email: 'three@bouncing.example' })
  deliverer ??= new Deliverer()
  const bounce = async () => {
    const [row] = await ask<{ bounce_id: string }>('SELECT bounce_id FROM alias_traffic WHERE user_id = $1', [alias.userId])
    return sendMail(receiver.port, '', bounceAddress(row?.bounce_id ?? '', new Date()), deliveryReport(alias.email, '5.2.3'))
  }
  await send(alias)
  await expect.poll(() => queuedFor(alias.userId)).toBe(0)
  await bounce()
  expect(await send(alias, 11 * MEBIBYTE)).toMatch(/^msg_/)
  await expect.poll(() => queuedFor(alias.userId), { timeout: 30_000 }).toBe(0)
  await bounce()
  expect(await send(alias, 11 * MEBIBYTE)).toMatch(/^552 5\.3\.4 /)
}, 60_000)
