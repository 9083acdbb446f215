import * as fs from 'node:fs/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { MIN_FREE_DISK_BYTES } from '../limits'
import { anAlias } from '../testing/an-alias'
import { fakeDns } from '../testing/fake-dns'
import { useOwnDatabase } from '../testing/own-database'
import { queuedFor } from '../testing/queue'
import { sendMail } from '../testing/smtp-client'
import { type Receiver, startReceiver } from './receiver'

// The disk is not ours to fill: only what it says of itself is made up.
vi.mock('node:fs/promises', async (original) => ({ ...(await original<typeof fs>()), statfs: vi.fn() }))
const BLOCK = 4096
const leaves = (bytes: number) => vi.mocked(fs.statfs).mockResolvedValue({ bavail: Math.floor(bytes / BLOCK), bsize: BLOCK } as never)

let receiver: Receiver

beforeAll(async () => {
  await useOwnDatabase()
  Object.assign(process.env, { SMTP_LISTEN: '127.0.0.1:0', EMBEDDED: '1' })
  receiver = await startReceiver({ resolver: fakeDns({}) })
})

afterAll(async () => {
  await receiver.close()
  await closeDatabase()
})

const send = (to: string) => sendMail(receiver.port, 'shop@sender.test', to, 'From: shop@sender.test\r\n\r\nBody\r\n')

it('says 452 4.3.1 and queues nothing while the disk is nearly full, and takes mail as soon as it is not', async () => {
  const { address, userId } = await anAlias()
  leaves(MIN_FREE_DISK_BYTES - BLOCK)
  expect(await send(address)).toBe('452 4.3.1 Not enough space, try again later')
  expect(await queuedFor(userId)).toBe(0)
  leaves(MIN_FREE_DISK_BYTES)
  await expect.poll(() => send(address), { interval: 500, timeout: 10_000 }).toBe('250 2.6.0 Accepted')
})
