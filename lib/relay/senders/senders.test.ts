import { expect, it } from 'vitest'
import { withDatabase } from '#lib/core/db'
import { exportPerson } from '#lib/privacy/export-person'
import { purgeExpired } from '#lib/purge/purge-expired'
import { anAlias, anAliasOf, type TestAlias } from '../testing/an-alias'
import { queuedFor } from '../testing/queue'
import { ACCEPTED, relayForTests } from '../testing/relay'
import { blockSender, listSenders, readSenders, unblockSender } from './senders'

const relay = relayForTests()

const send = (alias: TestAlias, from: string, subject: string) =>
  relay.send(alias, `From: Shop <${from}>\r\nSubject: ${subject}\r\n\r\nBody\r\n`, 'bounce@sender.test')

const gone = ({ userId }: TestAlias) => expect.poll(() => queuedFor(userId)).toBe(0)

const sendersOf = async ({ userId, appId }: TestAlias) => (await readSenders(userId)).get(appId) ?? []

it('nobody is listed until the person wants it, and with no more of it the list is forgotten', async () => {
  const alias = await anAlias()
  await send(alias, 'shop@sender.test', 'one')
  await relay.arrived(alias, 'one')
  expect(await sendersOf(alias)).toEqual([])
  await listSenders(alias, true)
  await send(alias, 'Shop@Sender.test', 'two')
  await relay.arrived(alias, 'two')
  await send(alias, 'shop@sender.test', 'three')
  await relay.arrived(alias, 'three')
  await expect.poll(() => sendersOf(alias)).toMatchObject([{ address: 'shop@sender.test', mails: 2, isBlocked: false }])
  await listSenders(alias, false)
  expect(await sendersOf(alias)).toEqual([])
})

it('what a blocked sender writes is accepted like any other and goes no further, at that alias alone, until it is undone', async () => {
  const alias = await anAlias()
  const other = await anAliasOf(alias)
  expect(await blockSender(alias, { address: 'SPAM@sender.test' })).toBe('blocked')
  expect(await blockSender(alias, { address: 'spam@sender.test' })).toBe('unchanged')
  const answers = [await send(alias, 'spam@sender.test', 'blocked'), await send(alias, 'friend@sender.test', 'welcome')]
  expect(answers).toEqual([ACCEPTED, ACCEPTED])
  await relay.arrived(alias, 'welcome')
  await send(other, 'spam@sender.test', 'elsewhere')
  await relay.arrived(other, 'elsewhere')
  await gone(alias)
  expect(relay.sink.mails.filter(({ data }) => data.includes('Subject: blocked'))).toEqual([])
  const [sender] = await sendersOf(alias)
  expect(sender).toMatchObject({ address: 'spam@sender.test', isBlocked: true, dropped: 1 })
  expect(await unblockSender(other, sender?.handle ?? '')).toBe(false)
  expect(await unblockSender(alias, sender?.handle ?? '')).toBe(true)
  await send(alias, 'spam@sender.test', 'again')
  await relay.arrived(alias, 'again')
})

it('a listed sender is blocked by their handle, and nothing else is', async () => {
  const alias = await anAlias()
  await listSenders(alias, true)
  await send(alias, 'shop@sender.test', 'listed')
  await relay.arrived(alias, 'listed')
  await expect.poll(() => sendersOf(alias)).toHaveLength(1)
  const [listed] = await sendersOf(alias)
  expect(await blockSender(await anAlias(), { handle: listed?.handle ?? '' })).toBe('unchanged')
  expect(await blockSender(alias, { handle: 'none' })).toBe('unchanged')
  expect(await blockSender(alias, { handle: listed?.handle ?? '' })).toBe('blocked')
  expect(await blockSender(alias, { address: 'no address' })).toBe('unreadable')
})

it('who is listed is sealed, taken along in the export, and gone thirty days later; who is blocked stays', async () => {
  const alias = await anAlias()
  await listSenders(alias, true)
  await blockSender(alias, { address: 'spam@sender.test' })
  await send(alias, 'shop@sender.test', 'kept')
  await relay.arrived(alias, 'kept')
  await expect.poll(() => sendersOf(alias)).toHaveLength(2)
  const where = { userId: alias.userId }
  const rows = await withDatabase((db) => db.aliasSender.findMany({ where }))
  for (const { senderSealed, senderHash } of rows) expect(Buffer.concat([senderSealed, senderHash]).includes('sender.test')).toBe(false)
  const taken = (await exportPerson(alias.userId))?.apps[0]
  expect(taken).toMatchObject({
    senders_are_listed: true,
    senders: expect.arrayContaining([expect.objectContaining({ address: 'shop@sender.test' })]),
  })
  const days = (Number(rows.find(({ blockedAt }) => blockedAt === null)?.expiresAt) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29.9)
  expect(days).toBeLessThan(30.1)
  await withDatabase((db) => db.aliasSender.updateMany({ where: { ...where, expiresAt: { not: null } }, data: { expiresAt: new Date(0) } }))
  await purgeExpired(new AbortController().signal)
  expect((await sendersOf(alias)).map(({ address }) => address)).toEqual(['spam@sender.test'])
})
