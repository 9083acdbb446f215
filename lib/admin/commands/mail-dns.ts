import { dnsRecords } from '#lib/relay/dns-records'
import type { Command } from '../command'

/** A string of a TXT record holds at most this much. @see RFC 1035 §3.3 */
const TXT_STRING = 255

const quoted = (value: string) => (value.match(new RegExp(`.{1,${TXT_STRING}}`, 'g')) ?? []).map((part) => `"${part}"`).join(' ')

export const mailDns: Command = {
  words: ['mail', 'dns'],
  args: [],
  summary: 'The DNS records that alias mail needs, as lines of a zone file.',
  async run() {
    const records = await dnsRecords()
    return records.flatMap(({ name, type, value, purpose }) => [`; ${purpose}`, `${name}. IN ${type} ${type === 'TXT' ? quoted(value) : value}`, ''])
  },
}
