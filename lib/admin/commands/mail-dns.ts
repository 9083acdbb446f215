import { dnsRecords } from '#lib/relay/dns-records'
import type { Command } from '../command'
import { zoneLine } from '../zone-line'

export const mailDns: Command = {
  words: ['mail', 'dns'],
  args: [],
  summary: 'The DNS records that alias mail needs, as lines of a zone file.',
  async run() {
    const records = await dnsRecords()
    return records.flatMap(({ name, type, value, purpose }) => [`; ${purpose}`, zoneLine({ name, type, value }), ''])
  },
}
