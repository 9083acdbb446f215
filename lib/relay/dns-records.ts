import { domainOf } from '#lib/core/email-address'
import { env } from '#lib/core/env'
import { publishedKeys, recordOf } from './deliver/dkim-keys'
import { signedDomains } from './deliver/rotate-dkim-key'
import { bounceDomain, replyDomain } from './destination'

export type DnsRecord = { name: string; type: 'MX' | 'TXT'; value: string; purpose: string }

/**
 * What to publish so that aliases receive mail, and forwarded mail and our own are believed. Forwarded mail is from
 * ALIAS_DOMAIN; our own is from MAIL_FROM. The bounces of both come to a name below ALIAS_DOMAIN, and both are signed for the domain
 * of their From, so that all align. @see RFC 7208 §3, RFC 6376 §3.6.2, RFC 7489 §6.3
 */
export async function dnsRecords(): Promise<DnsRecord[]> {
  const domain = env().ALIAS_DOMAIN
  const host = new URL(env().BASE_URL).hostname
  const smarthost = env().SMTP_URL ? new URL(env().SMTP_URL as string).hostname : host
  const spf = `v=spf1 a:${smarthost} -all`
  const ownDomain = domainOf(env().MAIL_FROM)
  const keys = await publishedKeys()
  return [
    { name: domain, type: 'MX', value: `10 ${host}.`, purpose: 'mail for aliases comes to the host of SMTP_LISTEN' },
    { name: bounceDomain(), type: 'MX', value: `10 ${host}.`, purpose: 'so do bounces' },
    { name: replyDomain(), type: 'MX', value: `10 ${host}.`, purpose: 'and what people answer to forwarded mail' },
    { name: bounceDomain(), type: 'TXT', value: spf, purpose: 'SPF of the envelope sender; add what your smarthost sends from' },
    { name: domain, type: 'TXT', value: spf, purpose: 'SPF of the domain itself' },
    ...keys.flatMap((key) =>
      signedDomains().map((signed): DnsRecord => ({ ...recordOf(key, signed), type: 'TXT', purpose: `DKIM of ${signed}: ${state(key)}` })),
    ),
    {
      name: `_dmarc.${domain}`,
      type: 'TXT',
      value: `v=DMARC1; p=reject; rua=mailto:postmaster@${domain}`,
      purpose: 'DMARC: nobody else writes in the name of an alias',
    },
    { name: ownDomain, type: 'TXT', value: spf, purpose: 'SPF of MAIL_FROM; where the domain has a record, add to that one' },
    { name: `_dmarc.${ownDomain}`, type: 'TXT', value: 'v=DMARC1; p=quarantine', purpose: 'DMARC of MAIL_FROM: nobody else writes as us' },
  ]
}

function state({ signs_from, expires_at }: { signs_from: Date | null; expires_at: Date | null }): string {
  if (signs_from === null) return 'signs next, once `mail rotate-dkim` sees it here'
  return expires_at ? `signed before; to stay until ${expires_at.toISOString().slice(0, 10)}` : 'signs now'
}
