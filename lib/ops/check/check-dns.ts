import { Resolver } from 'node:dns/promises'
import { databaseCode } from '#lib/core/db'
import { type DnsRecord, dnsRecords } from '#lib/relay/dns-records'
import { about, type Finding } from './finding'

const { good, warn, bad } = about('DNS')

/** What the DNS answers for a name: MX hosts, or TXT records each in one piece; none when there is nothing. */
export type LookUp = (name: string, type: DnsRecord['type']) => Promise<string[]>

/** Whether the records that `mail dns` prints are published. */
export async function checkDns(lookUp: LookUp = askDns()): Promise<Finding[]> {
  const records = await dnsRecords().catch((error: unknown) => {
    if (databaseCode(error) === '42P01') return null
    throw error
  })
  if (!records) return [warn('not compared yet: the signing key is made once the database has its tables')]
  const answers = await Promise.all(records.map(async (record) => judgeRecord(record, await lookUp(record.name, record.type).catch(() => null))))
  const faults = answers.filter((finding) => finding !== null)
  return faults.length > 0 ? faults : [good(`all ${records.length} records are published, as \`mail dns\` prints them`)]
}

function askDns(): LookUp {
  const resolver = new Resolver({ timeout: 3000, tries: 2 })
  const nothing = (error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return []
    throw error
  }
  return (name, type) =>
    type === 'MX'
      ? resolver.resolveMx(name).then((found) => found.map(({ exchange }) => exchange), nothing)
      : resolver.resolveTxt(name).then((found) => found.map((pieces) => pieces.join('')), nothing)
}

const KINDS: [begin: string, name: string][] = [
  ['v=spf1', 'SPF'],
  ['v=DKIM1', 'DKIM'],
  ['v=DMARC1', 'DMARC'],
]

const withoutSpace = (text: string) => text.replace(/\s/g, '')
const keyIn = (text: string) => /(?:^|;)p=([^;]*)/.exec(withoutSpace(text))?.[1]

/**
 * @param found null when the name server did not answer
 * @returns null when it is as it should be. Of MX, SPF and DMARC any will do, since the operator knows their hosts better;
 *   a DKIM key has to be ours. @see RFC 7208 §3.2: two SPF records are as good as none
 */
export function judgeRecord({ name, type, value }: DnsRecord, found: string[] | null): Finding | null {
  if (found === null) return warn(`${name} ${type}: the name server does not answer`)
  if (type === 'MX') return found.some((host) => host !== '') ? null : bad(`${name} has no MX record, so nobody can send there`)
  const [begin = '', kind = 'TXT'] = KINDS.find(([start]) => value.startsWith(start)) ?? []
  const same = found.filter((text) => text.toLowerCase().startsWith(begin.toLowerCase()))
  if (same.length === 0) return bad(`${name} has no ${kind} record: \`mail dns\` prints it`)
  if (same.length > 1 && kind !== 'DKIM') return bad(`${name} has ${same.length} ${kind} records, which count as none: join them`)
  if (kind === 'DKIM' && !same.some((text) => keyIn(text) === keyIn(value)))
    return bad(`${name} has another DKIM key than ours: \`mail dns\` prints it`)
  return null
}
