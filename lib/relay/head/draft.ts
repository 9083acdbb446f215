import { readEmail } from '#lib/core/email-address'
import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import { MAX_RECEIVED_LINES } from '../limits'
import { isOwnAddress } from '../own-domains'
import { keepFields } from './keep-fields'
import { isLoopToken, LOOP_HEADER } from './loop-token'
import type { HeaderField } from './parse-head'
import { addressesIn, displayName, type Sender } from './sender'

/**
 * What is known when a message was taken, and what its new head is written from when it is delivered. Kept sealed. It
 * says nothing about the person it is for.
 */
export type Draft = {
  messageId: string
  display: string
  /** For the postmaster, who may answer. */
  replyTo: string | null
  isNullSender: boolean
  /** Whom the reader's answer goes to: the one address of Reply-To, or of From; never one of ours. */
  answerTo: string | null
  /** Whom it says it is from. */
  address: string
  /** Whether that address's domain vouches for it. */
  isProven: boolean
  /** Whether that domain asks for suspicion of what it does not vouch for, and this is such. */
  isSuspect: boolean
  /** Whether the filter wants it looked at. */
  isFlagged: boolean
  kept: string[]
  received: { helo: string; ip: string; protocol: string; at: string }
  authenticationResults: string
  bodyHash: string
  hasEightBit: boolean
  chunks: number
}

/** Passed here before, or through too many hands. @see RFC 5321 §6.3 */
export function isLoop(fields: HeaderField[]): boolean {
  const received = fields.filter(({ name }) => name === 'received').length
  return received > MAX_RECEIVED_LINES || fields.some(({ name, value }) => name === LOOP_HEADER.toLowerCase() && isLoopToken(value))
}

export function draftHead(
  fields: HeaderField[],
  sender: Sender | null,
  envelopeFrom: string,
  rest: Omit<Draft, 'display' | 'replyTo' | 'answerTo' | 'isNullSender' | 'kept'>,
): Draft {
  return {
    display: displayName(sender ?? { name: '', address: envelopeFrom }),
    replyTo: sender && /^[!-;=?-~]+@[!-;=?-~]+$/.test(sender.address) ? sender.address : null,
    isNullSender: envelopeFrom === '',
    answerTo: answerTo(fields, sender),
    kept: keepFields(fields),
    ...rest,
  }
}

function answerTo(fields: HeaderField[], sender: Sender | null): string | null {
  const named = addressesIn(fields, 'reply-to')
  const address = readEmail((named.length === 1 ? named[0] : sender?.address) ?? '')
  return address !== null && !isOwnAddress(address) ? address : null
}

const place = (messageId: string): Place => ({ table: 'forwarded_messages', row: messageId, column: 'head_sealed' })

export const sealDraft = (draft: Draft) => sealWithMasterKey(Buffer.from(JSON.stringify(draft)), place(draft.messageId))

/** One of the version before does not say who is proven, and was taken when nobody was marked. */
export const openDraft = (messageId: string, sealed: Uint8Array, masterKeyId: string): Draft => ({
  address: '',
  isProven: true,
  isSuspect: false,
  isFlagged: false,
  answerTo: null,
  ...(JSON.parse(openWithMasterKey(sealed, masterKeyId, place(messageId)).toString()) as Omit<
    Draft,
    'address' | 'isProven' | 'isSuspect' | 'isFlagged' | 'answerTo'
  >),
})
