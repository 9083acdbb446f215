import { parseHead } from '../head/parse-head'

/** A class 5 status, from a report or a reply. @see RFC 3463 §2 */
export type Status = string

const MAX_READ = 256 * 1024

/**
 * Whether an answer says that there is no such mailbox any more: bad address, bad domain, moved away, disabled. Everything
 * else (size, a full mailbox, routing, content, policy, the smarthost's own troubles) may be about one mail, and then its
 * sender caused it. @see RFC 3463 §3.2, §3.3
 */
export const saysMailboxIsGone = (status: Status) => ['5.1.1', '5.1.2', '5.1.6', '5.2.1'].includes(status)

/**
 * The status of the failed recipients in a delivery report. Only `multipart/report` is read, and of it only the
 * machine-readable part; nothing else of a bounce is looked at. @see RFC 3462, RFC 3464 §2.3
 */
export function failedStatuses(contentType: string, body: Buffer): Status[] {
  if (!/^multipart\/report\b/i.test(contentType)) return []
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const delimiter = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`
  if (delimiter === '--') return []
  const text = `\r\n${body.subarray(0, MAX_READ).toString('latin1')}`
  const parts = text.split(`\r\n${delimiter}`).slice(1)
  return parts.filter(isDeliveryStatus).flatMap(statusesIn)
}

const isDeliveryStatus = (part: string) => /^content-type:\s*message\/(global-)?delivery-status\b/im.test(headOf(part))

const headOf = (part: string) => part.slice(0, part.indexOf('\r\n\r\n') + 2).replace(/^\r\n/, '')

/** Blocks of fields behind empty lines: the message first, then each recipient. */
function statusesIn(part: string): Status[] {
  const blocks = part.slice(part.indexOf('\r\n\r\n') + 4).split(/\r\n\r\n/)
  return blocks.flatMap((block) => {
    const fields = new Map(parseHead(block.trim()).map(({ name, value }) => [name, value]))
    const isFailed = /^failed\b/i.test(fields.get('action') ?? '')
    const status = /^(5\.\d{1,3}\.\d{1,3})\b/.exec(fields.get('status') ?? '')?.[1]
    return isFailed && status ? [status] : []
  })
}
