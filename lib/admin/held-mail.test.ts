import { afterAll, beforeAll, expect, it } from 'vitest'
import { resumeApp, suspendApp } from '#lib/apps/suspend-app'
import { resumeCompany, suspendCompany } from '#lib/companies/access/suspend-company'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { Deliverer } from '#lib/relay/deliver/deliverer'
import { readTraffic } from '#lib/relay/panel/read-traffic'
import { type Receiver, startReceiver } from '#lib/relay/receive/receiver'
import { resumeForwarding } from '#lib/relay/store/pause'
import { releaseUnheld } from '#lib/relay/store/release-unheld'
import { anAlias, type TestAlias } from '#lib/relay/testing/an-alias'
import { fakeDns } from '#lib/relay/testing/fake-dns'
import { useOwnDatabase } from '#lib/relay/testing/own-database'
import { Sink } from '#lib/relay/testing/sink'
import { sendMail } from '#lib/relay/testing/smtp-client'
import { aliasPause } from './commands/alias-pause'
import { aliasResume } from './commands/alias-resume'

let sink: Sink
let receiver: Receiver
let deliverer: Deliverer

beforeAll(async () => {
  await useOwnDatabase()
  sink = await Sink.start()
  Object.assign(process.env, { SMTP_LISTEN: '127.0.0.1:0', SMTP_URL: sink.url })
  receiver = await startReceiver({ resolver: fakeDns({}) })
  deliverer = new Deliverer()
})

afterAll(async () => {
  await receiver.close()
  await deliverer.stop()
  await sink.close()
  await closeDatabase()
})

const companyOf = async ({ appId }: TestAlias) => (await withDatabase((db) => db.app.findUniqueOrThrow({ where: { id: appId } }))).companyId
const send = ({ address }: TestAlias, subject: string) =>
  sendMail(receiver.port, 'shop@sender.test', address, `From: Shop <shop@sender.test>\r\nSubject: ${subject}\r\n\r\nBody\r\n`)
const trafficOf = async ({ userId, appId }: TestAlias) => (await readTraffic(userId)).byApp.get(appId)
const arrived = ({ email }: TestAlias) =>
  sink.mails.filter(({ to }) => to === email).map(({ data }) => /^Subject: (.*)$/m.exec(data.toString('latin1'))?.[1]?.trim())

type Switch = { stop: (alias: TestAlias) => Promise<unknown>; go: (alias: TestAlias) => Promise<unknown> }

const SWITCHES: [string, Switch][] = [
  ['an alias', { stop: ({ address }) => aliasPause.run([address], {}), go: ({ address }) => aliasResume.run([address], {}) }],
  ['an app', { stop: ({ appId }) => suspendApp(appId, 'x'), go: ({ appId }) => resumeApp(appId) }],
  ['a company', { stop: async (alias) => suspendCompany(await companyOf(alias), 'x'), go: async (alias) => resumeCompany(await companyOf(alias)) }],
]

it.each(SWITCHES)('mail to %s that the operator stopped is accepted as ever and waits, and arrives once it goes on', async (_, { stop, go }) => {
  const alias = await anAlias()
  const usual = await send(alias, 'before')
  await expect.poll(() => arrived(alias)).toEqual(['before'])
  await stop(alias)
  expect(await send(alias, 'meanwhile')).toBe(usual)
  expect(await trafficOf(alias)).toMatchObject({ held: 1, waiting: 0 })
  // Neither the person's word nor the turn of a worker lets it through.
  await resumeForwarding(alias.userId, alias.appId)
  await releaseUnheld(AbortSignal.timeout(5000))
  expect(await trafficOf(alias)).toMatchObject({ held: 1, waiting: 0 })
  await go(alias)
  await releaseUnheld(AbortSignal.timeout(5000))
  await expect.poll(() => arrived(alias)).toEqual(['before', 'meanwhile'])
})
