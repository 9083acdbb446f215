import { createHmac, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import type { Event } from './endpoints'

export type WebhookRequest = {
  /** Of the request, by names in lower case, or as `Headers`. */
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>
  /** The bytes as they came, before any parsing. */
  body: string | Uint8Array
}

/** `secret` begins with `whsec_`, `publicKey` with `whpk_`; a webhook has one of them. */
export type WebhookTrust = { secret: string } | { publicKey: string }

const TOLERANCE_SECONDS = 300

/** What stands before the 32 bytes of an Ed25519 key in SPKI. @see RFC 8410 §4 */
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')

const bytesOf = (text: string) => Buffer.from(text.slice(text.indexOf('_') + 1), 'base64')

/**
 * The event in a webhook request, if it comes from Signet and is not older than five minutes; else null. An event may come
 * twice: take each `id` once.
 * @see Standard Webhooks, Verifying
 */
export function readWebhook({ headers, body }: WebhookRequest, trust: WebhookTrust, now: number = Date.now()): Event | null {
  const header = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    return typeof value === 'string' ? value : ''
  }
  const [id, time, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')]
  if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > TOLERANCE_SECONDS) return null
  const content = Buffer.concat([Buffer.from(`${id}.${time}.`), Buffer.from(body)])
  const fits = 'secret' in trust ? symmetric(trust.secret, content) : asymmetric(trust.publicKey, content)
  const isOurs = signatures.split(' ').some((one) => {
    const [version = '', value = ''] = one.split(',')
    return fits(version, Buffer.from(value, 'base64'))
  })
  if (!isOurs) return null
  try {
    const event = JSON.parse(Buffer.from(body).toString()) as Event
    return event.id === id ? event : null
  } catch {
    return null
  }
}

type Fits = (version: string, given: Buffer) => boolean

function symmetric(secret: string, content: Buffer): Fits {
  const due = createHmac('sha256', bytesOf(secret)).update(content).digest()
  return (version, given) => version === 'v1' && given.length === due.length && timingSafeEqual(given, due)
}

function asymmetric(publicKey: string, content: Buffer): Fits {
  const key = createPublicKey({ key: Buffer.concat([SPKI_HEAD, bytesOf(publicKey)]), format: 'der', type: 'spki' })
  return (version, given) => version === 'v1a' && given.length === 64 && verify(null, content, key, given)
}
