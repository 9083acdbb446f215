import type { AddressInfo } from 'node:net'
import type { DNSResolver } from 'mailauth'
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerSession } from 'smtp-server'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { type FilterSettings, filterSettings } from '../filter/filter'
import { MAX_MESSAGE_BYTES, MAX_RECIPIENTS } from '../limits'
import { listenAddress } from '../listen-address'
import { countRefusal } from '../mail-metrics'
import { notifyDeliverers } from '../store/receive'
import { BodyBudget } from './body-budget'
import { tlsIdentity } from './certificate'
import { RelayServer } from './connection'
import type { ConnectionLimits } from './connection-limits'
import { Deadline } from './deadline'
import { requireDiskSpace } from './disk-space'
import { accepted, asRefusal, Refusal } from './reply'
import { cachingResolver } from './resolver'
import { takeMessage } from './take-message'
import { type Recipient, takeRecipient } from './take-recipient'

/** Of the 5 seconds a sender waits at most. */
const ANSWER_MS = 3000
const IDLE_MS = 120_000
const CLOSE_MS = 5000
const NOTIFY_PAUSE_MS = 20

type Reply = (refusal?: Refusal | null, text?: string) => void

/** What is known of the mail a session is sending; smtp-server makes a new envelope for the next one. */
type Transaction = { recipients: Recipient[]; isDatabaseDown: boolean }

/** DNS of the senders, what clients are allowed, and the filter; null: none. */
export type ReceiverOptions = { resolver?: DNSResolver; limits?: ConnectionLimits; filter?: FilterSettings | null }

export type Receiver = { port: number; close: () => Promise<void> }

/**
 * The SMTP receiver of the aliases. Its replies are those of the table in `reply.ts`; 250 is said after the commit.
 * @see RFC 5321
 */
export async function startReceiver({ resolver = cachingResolver(), limits, filter = filterSettings() }: ReceiverOptions = {}): Promise<Receiver> {
  const budget = new BodyBudget()
  const transactions = new WeakMap<object, Transaction>()
  const transactionOf = ({ envelope }: SMTPServerSession) => {
    const known = transactions.get(envelope) ?? { recipients: [], isDatabaseDown: false }
    transactions.set(envelope, known)
    return known
  }

  async function onRecipient({ address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const transaction = transactionOf(session)
    // One hung answer is enough: the others would each cost their time.
    if (transaction.isDatabaseDown) throw new Refusal('tryAgain')
    try {
      const recipient = await new Deadline().startIn(ANSWER_MS).guard(takeRecipient(address, session.remoteAddress))
      const [first = recipient] = transaction.recipients
      if ((first.kind === 'reply') !== (recipient.kind === 'reply')) throw new Refusal('repliesApart')
      transaction.recipients.push(recipient)
    } catch (error) {
      transaction.isDatabaseDown = !(error instanceof Refusal)
      throw error
    }
  }

  async function onMessage(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> {
    const { mailFrom, rcptTo } = session.envelope
    const client = { ip: session.remoteAddress, helo: session.hostNameAppearsAs || '', envelopeFrom: senderAddress(mailFrom) }
    const deadline = new Deadline()
    const onReceived = () => void deadline.startIn(ANSWER_MS)
    const envelope = {
      client,
      protocol: session.transmissionType,
      recipients: transactionOf(session).recipients,
      to: rcptTo.map(({ address }) => address),
    }
    const id = await deadline.guard(takeMessage(stream, envelope, { resolver, budget, filter, onReceived }))
    wakeDeliverers()
    return accepted(id)
  }

  const { host, port } = listenAddress()
  const server = new RelayServer({
    ...tlsIdentity(),
    limits,
    name: env().ALIAS_DOMAIN,
    banner: 'Signet',
    size: MAX_MESSAGE_BYTES,
    rejectOversized: true,
    maxRecipients: MAX_RECIPIENTS,
    hideENHANCEDSTATUSCODES: false,
    hideSMTPUTF8: true,
    // Nobody is ever sent a notice of delivery: the server before us says that it passed the mail on. @see RFC 3461 §5.2.2
    hideDSN: true,
    disabledCommands: ['AUTH', 'WIZ', 'SHELL', 'KILL', 'XCLIENT', 'XFORWARD'],
    disableReverseLookup: true,
    socketTimeout: IDLE_MS,
    closeTimeout: CLOSE_MS,
    logger: false,
    onMailFrom: (_address: SMTPServerAddress, _session: SMTPServerSession, reply: Reply) => answer(silently(requireDiskSpace()), reply),
    onRcptTo: (address: SMTPServerAddress, session: SMTPServerSession, reply: Reply) => answer(silently(onRecipient(address, session)), reply),
    onData: (stream: SMTPServerDataStream, session: SMTPServerSession, reply: Reply) => answer(onMessage(stream, session), reply),
  })
  // Clients that vanish are daily life.
  server.on('error', (error) => log.debug({ err: error }, 'smtp connection failed'))
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The library's own words do. */
const silently = (work: Promise<void>): Promise<undefined> => work.then(() => undefined)

function answer(work: Promise<string | undefined>, reply: Reply): void {
  work.then(
    (text) => reply(null, text),
    (error: unknown) => {
      const refusal = asRefusal(error)
      countRefusal(refusal.reply)
      reply(refusal)
    },
  )
}

/** Empty for the null sender. */
const senderAddress = (mailFrom: SMTPServerAddress | false) => (mailFrom ? mailFrom.address : '')

let isWaking = false

/** At most one notification in a while, however much comes in. */
function wakeDeliverers(): void {
  if (isWaking) return
  isWaking = true
  setTimeout(() => {
    isWaking = false
    notifyDeliverers().catch((error: unknown) => log.debug({ err: error }, 'deliverers were not told'))
  }, NOTIFY_PAUSE_MS)
}
