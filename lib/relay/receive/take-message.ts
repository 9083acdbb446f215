import type { Readable } from 'node:stream'
import type { DNSResolver } from 'mailauth'
import { log } from '#lib/core/log'
import { newId } from '#lib/core/random-id'
import type { SealedChunk } from '../body/chunks'
import { failedStatuses } from '../bounce/delivery-status'
import { recordBounce } from '../bounce/record-bounce'
import { type FilterSettings, MessageFilter } from '../filter/filter'
import { draftHead, isLoop, sealDraft } from '../head/draft'
import { type Sender, senderOf, sendersNamed } from '../head/sender'
import { MAX_MESSAGE_BYTES, MAX_REPLY_BYTES, ROLE_MAIL } from '../limits'
import { countMail } from '../mail-metrics'
import { isOwnAddress } from '../own-domains'
import { TEST_HEADER, testIdIn } from '../panel/test-token'
import { takeReply } from '../reply/take-reply'
import { isTooLargeForAll } from '../sizes/sizes'
import { trimHeldMails } from '../store/deliver'
import { acceptMessage, copiesFor, type NewMessage } from '../store/receive'
import { countRoleMail } from '../store/role-mail'
import type { BodyBudget } from './body-budget'
import { ChunkStore } from './chunk-store'
import { networkHash } from './network-hash'
import { type ReadMessage, readMessage } from './read-message'
import { isRefusedByAll } from './refused-by-all'
import { Refusal } from './reply'
import { type Client, type SenderCheck, SenderChecker } from './sender-checker'
import type { Recipient } from './take-recipient'

const CHECK_MS = 1500
/** A bounce is short; what is longer need not be looked at. */
const BOUNCE_BYTES = 256 * 1024

/** @property to the addresses as they were given */
type Envelope = { client: Client; protocol: string; recipients: Recipient[]; to: string[] }

type Options = { resolver: DNSResolver; budget: BodyBudget; filter: FilterSettings | null; onReceived: () => void }

/**
 * Takes one message for everybody it was accepted for. When this returns it is committed. `onReceived` is called when its
 * last byte is in: from then on the sender waits.
 * @returns the message's id, by which it is found
 * @throws Refusal
 */
export async function takeMessage(stream: Readable, envelope: Envelope, options: Options): Promise<string> {
  const id = newId('msg')
  const chunks = new ChunkStore(id, copiesOf(envelope.recipients))
  const checker = new SenderChecker(envelope.client, options.resolver)
  try {
    await takeAndQueue(id, chunks, checker, stream, envelope, options)
    return id
  } catch (error) {
    chunks.clear()
    throw error
  } finally {
    checker.stop()
  }
}

const aliasesOf = (recipients: Recipient[]) => [
  ...new Set(recipients.flatMap((recipient) => (recipient.kind === 'alias' ? [recipient.grantId] : []))),
]

const isRole = ({ kind }: Recipient) => kind === 'role'

const copiesOf = (recipients: Recipient[]) => copiesFor(aliasesOf(recipients), recipients.some(isRole))

async function takeAndQueue(
  id: string,
  chunks: ChunkStore,
  checker: SenderChecker,
  stream: Readable,
  envelope: Envelope,
  options: Options,
): Promise<void> {
  const { client, recipients } = envelope
  const isFor = (wanted: Recipient['kind']) => recipients.some(({ kind }) => kind === wanted)
  const maxBytes = isFor('role') ? ROLE_MAIL.bytes : isFor('reply') ? MAX_REPLY_BYTES : MAX_MESSAGE_BYTES
  const startBytes = isFor('reply') ? MAX_REPLY_BYTES : isFor('bounce') ? BOUNCE_BYTES : 0
  const isFiltered = options.filter && (isFor('alias') || isFor('reply'))
  const seen = { ip: client.ip, helo: client.helo, from: client.envelopeFrom, to: envelope.to, messageId: id }
  const filter = isFiltered ? new MessageFilter(options.filter as FilterSettings, seen) : undefined
  const reading = {
    id,
    budget: options.budget,
    checker,
    filter: filter?.milter,
    startBytes,
    maxBytes,
    store: (chunk: SealedChunk) => chunks.put(chunk),
  }
  const message = await readMessage(stream, reading).catch((error: unknown) => {
    filter?.milter.stop()
    throw error
  })
  try {
    const verdict = (await filter?.verdict()) ?? 'take'
    options.onReceived()
    const testId = testIdIn(message.fields.find(({ name }) => name === TEST_HEADER.toLowerCase())?.value)
    const sender = judgeHead(message)
    // A bounce is known by the address it comes to, a test mail by its token.
    const isKnown = testId !== null || recipients.every(({ kind }) => kind === 'bounce')
    if (!isKnown) judgeNames(message, client)
    const check = await checker.end(sender?.address ?? null, CHECK_MS)
    if (!isKnown) judgeCheck(check)
    await takeBounces(message, recipients)
    if (verdict === 'drop') return dropped(id, chunks)
    const answer = { ...message, body: message.bodyStart, sender, check }
    for (const recipient of recipients) if (recipient.kind === 'reply') await takeReply(recipient.local, answer)
    await queue(id, message, { sender, check, testId, isFlagged: verdict === 'hold' }, envelope)
  } finally {
    options.budget.giveBack(message.bytes)
  }
}

/** The filter wants it forgotten and its sender to hear nothing of that. */
function dropped(messageId: string, chunks: ChunkStore): void {
  chunks.clear()
  log.info({ messageId }, 'mail dropped')
  countMail('dropped')
}

function judgeHead({ fields }: ReadMessage): Sender | null {
  if (isLoop(fields)) throw new Refusal('loop')
  const sender = senderOf(fields)
  if (sender === 'ambiguous') throw new Refusal('ambiguousSender')
  return sender
}

/** Nobody else writes in our name: what we forward is signed by us, and would be believed. */
function judgeNames({ fields }: ReadMessage, { envelopeFrom }: Client): void {
  if ([envelopeFrom, ...sendersNamed(fields)].some(isOwnAddress)) throw new Refusal('ownDomain')
}

function judgeCheck({ verdict }: SenderCheck): void {
  if (verdict === 'refused') throw new Refusal('senderPolicy')
  if (verdict === 'unchecked') throw new Refusal('senderUnchecked')
}

async function takeBounces({ fields, bodyStart }: ReadMessage, recipients: Recipient[]): Promise<void> {
  const bounces = recipients.filter((recipient) => recipient.kind === 'bounce')
  if (bounces.length === 0) return
  const contentType = fields.find(({ name }) => name === 'content-type')?.value ?? ''
  const [status] = failedStatuses(contentType, bodyStart)
  if (status) for (const bounce of bounces) await recordBounce(bounce, status)
}

type Origin = { sender: Sender | null; check: SenderCheck; testId: string | null; isFlagged: boolean }

async function queue(id: string, message: ReadMessage, { sender, check, testId, isFlagged }: Origin, envelope: Envelope): Promise<void> {
  const { client, protocol, recipients } = envelope
  const grantIds = aliasesOf(recipients)
  const isForPostmaster = recipients.some(isRole)
  if (grantIds.length === 0 && !isForPostmaster) return
  if (!isForPostmaster && (await isTooLargeForAll(grantIds, message.bytes))) throw new Refusal('tooLarge')
  const origin = { address: sender?.address ?? client.envelopeFrom, isProven: check.isProven, isSuspect: check.isSuspect, isFlagged }
  if (testId === null && !isForPostmaster && (await isRefusedByAll(recipients, origin))) throw new Refusal('noSuchAddress')
  const { position, sealed: chunk, release } = message.lastChunk
  const draft = draftHead(message.fields, sender, client.envelopeFrom, {
    messageId: id,
    address: sender?.address ?? client.envelopeFrom,
    isProven: testId !== null || check.isProven,
    isSuspect: testId === null && check.isSuspect,
    isFlagged,
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
    bytes: message.bytes,
    copies: copiesOf(recipients),
    testId,
  }
  if (isForPostmaster && !(await countRoleMail(networkHash(client.ip)))) throw new Refusal('tooMuchRoleMail')
  // Withdrawn or too many at this very moment: the next try gets the answer that is due.
  const outcome = await acceptMessage(row)
  if (outcome === 'refused') throw new Refusal('notNow')
  release()
  log.info({ messageId: id, bytes: message.bytes, recipients: recipients.length }, outcome === 'held' ? 'mail held' : 'mail accepted')
  countMail(outcome === 'held' ? 'held' : 'accepted')
  // The sender does not wait for it: that would show that something is held.
  if (outcome === 'held') trimHeld(grantIds).catch((error: unknown) => log.warn({ err: error }, 'held mail was not trimmed'))
}

async function trimHeld(grantIds: string[]): Promise<void> {
  for (const { message_id: messageId } of await trimHeldMails(grantIds)) {
    log.warn({ messageId, code: 'too-much-held' }, 'mail given up')
    countMail('given_up')
  }
}
