import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { DNSResolver } from 'mailauth'
import { base32 } from '#lib/core/base32'
import { newId } from '#lib/core/random-id'
import { blindIndex } from '#lib/core/sealed'
import { normaliseEmail } from '#lib/users/schema'
import { failedStatuses } from '../bounce/delivery-status'
import { recordBounce } from '../bounce/record-bounce'
import { draftHead, isLoop, sealDraft } from '../head/draft'
import { type Sender, senderOf } from '../head/sender'
import { TEST_HEADER, testIdIn } from '../panel/test-token'
import { acceptMessage, type NewMessage } from '../store/receive'
import type { BodyBudget } from './body-budget'
import { type Client, type SenderCheck, SenderChecker } from './check-sender'
import { type ReadMessage, readMessage } from './read-message'
import { Refusal } from './reply'
import { Shelf } from './shelf'
import type { Recipient } from './take-recipient'

const CHECK_MS = 1500

type Envelope = { client: Client; protocol: string; recipients: Recipient[] }

type Means = { resolver: DNSResolver; budget: BodyBudget; onReceived: () => void }

/**
 * Takes one message for everybody it was accepted for. When this returns it is committed. `onReceived` is called when its
 * last byte is in: from then on the sender waits.
 * @throws Refusal
 */
export async function takeMessage(stream: Readable, envelope: Envelope, means: Means): Promise<void> {
  const id = newId('msg')
  const shelf = new Shelf(id, isKept(envelope.recipients))
  const checker = new SenderChecker(envelope.client, means.resolver)
  try {
    await takeAndQueue(id, shelf, checker, stream, envelope, means)
  } catch (error) {
    shelf.clear()
    throw error
  } finally {
    checker.stop()
  }
}

const isKept = (recipients: Recipient[]) => recipients.some(({ kind }) => kind !== 'bounce')

async function takeAndQueue(id: string, shelf: Shelf, checker: SenderChecker, stream: Readable, envelope: Envelope, means: Means): Promise<void> {
  const { client, recipients } = envelope
  const keepsStart = recipients.some(({ kind }) => kind === 'bounce')
  const message = await readMessage(stream, { id, budget: means.budget, checker, keepsStart, store: (chunk) => shelf.put(chunk) })
  try {
    means.onReceived()
    const sender = judgeHead(message)
    const check = await checker.end(sender?.address ?? null, CHECK_MS)
    judgeSender(check, recipients, [client.envelopeFrom, sender?.address ?? ''])
    await takeBounces(message, recipients)
    await queue(id, message, sender, check, envelope)
  } finally {
    means.budget.giveBack(message.bytes)
  }
}

function judgeHead({ fields }: ReadMessage): Sender | null {
  if (isLoop(fields)) throw new Refusal('loop')
  const sender = senderOf(fields)
  if (sender === 'ambiguous') throw new Refusal('ambiguousSender')
  return sender
}

/**
 * Replies would show the person's address. A sender is only told so when the sender is proven to be that person: else
 * anybody could try out addresses to learn whose alias it is.
 */
function judgeSender(check: SenderCheck, recipients: Recipient[], addresses: string[]): void {
  if (check.verdict === 'refused') throw new Refusal('senderPolicy')
  if (check.verdict === 'unchecked') throw new Refusal('senderUnchecked')
  const proven = addresses
    .filter((address) => address !== '' && check.isProven(address))
    .map((address) => blindIndex('email', normaliseEmail(address)))
  const isOwner = recipients.some((recipient) => recipient.kind === 'alias' && proven.some((index) => index.equals(recipient.emailIndex)))
  if (isOwner) throw new Refusal('repliesNotSupported')
}

async function takeBounces({ fields, bodyStart }: ReadMessage, recipients: Recipient[]): Promise<void> {
  const bounces = recipients.filter((recipient) => recipient.kind === 'bounce')
  if (bounces.length === 0) return
  const contentType = fields.find(({ name }) => name === 'content-type')?.value ?? ''
  const [status] = failedStatuses(contentType, bodyStart)
  if (status) for (const { bounceId, userId } of bounces) await recordBounce(userId, bounceId, status)
}

async function queue(id: string, message: ReadMessage, sender: Sender | null, check: SenderCheck, envelope: Envelope): Promise<void> {
  const { client, protocol, recipients } = envelope
  const grantIds = [...new Set(recipients.flatMap((recipient) => (recipient.kind === 'alias' ? [recipient.grantId] : [])))]
  const isForPostmaster = recipients.some(({ kind }) => kind === 'role')
  if (grantIds.length === 0 && !isForPostmaster) return
  const { position, sealed: chunk, release } = message.lastChunk
  const draft = draftHead(message.fields, sender, client.envelopeFrom, {
    messageId: id,
    received: { helo: client.helo.replace(/[^A-Za-z0-9.:_[\]-]/g, '') || 'unknown', ip: client.ip, protocol, at: new Date().toISOString() },
    authenticationResults: check.results,
    bodyHash: message.bodyHash,
    hasEightBit: message.hasEightBit,
    chunks: position + 1,
  })
  const { sealed: headSealed, masterKeyId } = sealDraft(draft)
  const row: NewMessage = {
    id,
    headSealed,
    masterKeyId,
    chunk,
    position,
    grantIds,
    bounceIds: grantIds.map(() => base32(randomBytes(10))),
    testId: testIdIn(message.fields.find(({ name }) => name === TEST_HEADER.toLowerCase())?.value),
    isForPostmaster,
  }
  // Withdrawn or too many at this very moment: the next try gets the answer that is due.
  if (!(await acceptMessage(row))) throw new Refusal('notNow')
  release()
}
