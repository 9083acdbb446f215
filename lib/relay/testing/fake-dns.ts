import type { DNSResolver } from 'mailauth'

/** DNS of the senders in a test: TXT records by name, or the fault in place of an answer; everything else is not there. */
export const fakeDns = (records: Record<string, string | Error>): DNSResolver =>
  (async (name: string, type: string) => {
    const value = type === 'TXT' ? records[name] : undefined
    if (value instanceof Error) throw Object.assign(value, { code: 'ESERVFAIL' })
    if (value === undefined) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
    return [[value]]
  }) as DNSResolver
