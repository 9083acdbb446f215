import type { DNSResolver } from 'mailauth'

/** DNS of the senders in a test: TXT records by name, everything else is not there. */
export const fakeDns = (records: Record<string, string>): DNSResolver =>
  (async (name: string, type: string) => {
    const value = type === 'TXT' ? records[name] : undefined
    if (value === undefined) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
    return [[value]]
  }) as DNSResolver
