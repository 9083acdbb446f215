import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { Deliverer } from './deliver/deliverer'
import { dkimRecord } from './deliver/dkim-keys'
import { type Receiver, startReceiver } from './receive/receiver'
import { anAlias } from './testing/an-alias'
import { Sink } from './testing/sink'
import { sendMail } from './testing/smtp-client'

let sink: Sink
let receiver: Receiver
let deliverer: Deliverer

beforeAll(async () => {
  sink = await Sink.start()
  Object.assign(process.env, { SMTP_LISTEN: '127.0.0.1:0', SMTP_URL: sink.url })
  receiver = await startReceiver()
  deliverer = new Deliverer()
})

afterAll(async () => {
  await receiver.close()
  await deliverer.stop()
  await sink.close()
  await closeDatabase()
})

/** Our public DKIM key, as DNS would give it. */
const keyRecord = async (): Promise<(name: string, type: string) => Promise<string[][]>> => {
  const { name, value } = await dkimRecord()
  return async (asked, type) => {
    if (asked === name && type === 'TXT') return [[value]]
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
  }
}

it('forwards a mail under the alias, signed, and shows the real address to nobody but the smarthost', async () => {
  const alias = await anAlias()
  const reply = await sendMail(
    receiver.port,
    'shop@sender.test',
    alias.address,
    'From: =?utf-8?q?Sh=C3=B3p?= <shop@sender.test>\r\nReply-To: x@y.z\r\nTo: x\r\nSubject: Hello\r\nDate: Sat, 21 Nov 2026 10:00:00 +0000\r\n\r\nBody\r\n.dot\r\n',
  )
  expect(reply).toBe('250 2.6.0 Accepted')
  const mail = await sink.until(({ to }) => to === alias.email)
  const text = mail.data.toString('latin1')
  const result = await dkimVerify(mail.data, { resolver: (await keyRecord()) as never })
  expect(result.results.map(({ status }) => status.result)).toEqual(['pass'])
  expect(mail.from).toMatch(/^b-[a-z2-7]{16}-\d+-[a-z2-7]{16}@b\.alias\.localhost$/)
})
