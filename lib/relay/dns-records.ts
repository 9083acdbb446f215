import { domainOf } from '#lib/core/email-address'
import { env } from '#lib/core/env'
import { dkimRecord } from './deliver/dkim-keys'
import { bounceDomain } from './destination'

export type DnsRecord = { name: string; type: 'MX' | 'TXT'; value: string; purpose: string }

/**
 * What to publish so that aliases receive mail, and forwarded mail and our own are believed. Forwarded mail is from
 * ALIAS_DOMAIN and its bounces go to a name below it; our own is from MAIL_FROM, envelope and head: so all align. @see RFC 7208 §3, RFC 6376 §3.6.2, RFC 7489 §6.3
 */
export async function dnsRecords(): Promise<DnsRecord[]> {
  const domain = env().ALIAS_DOMAIN
  const host = new URL(env().BASE_URL).hostname
  const smarthost = env().SMTP_URL ? new URL(env().SMTP_URL as string).hostname : host
  const spf = `v=spf1 a:${smarthost} -all`
  const ownDomain = domainOf(env().MAIL_FROM)
  const [dkim, ownDkim] = [await dkimRecord(domain), await dkimRecord(ownDomain)]
  return [
    { name: domain, type: 'MX', value: `10 ${host}.`, purpose: 'mail for aliases comes to the host of SMTP_LISTEN' },
    { name: bounceDomain(), type: 'MX', value: `10 ${host}.`, purpose: 'so do bounces' },
    { name: bounceDomain(), type: 'TXT', value: spf, purpose: 'SPF of the envelope sender; add what your smarthost sends from' },
    { name: domain, type: 'TXT', value: spf, purpose: 'SPF of the domain itself' },
    { name: dkim.name, type: 'TXT', value: dkim.value, purpose: 'DKIM: checks our signature' },
    {
      name: `_dmarc.${domain}`,
      type: 'TXT',
      value: `v=DMARC1; p=reject; rua=mailto:postmaster@${domain}`,
      purpose: 'DMARC: nobody else writes in the name of an alias',
    },
    { name: ownDomain, type: 'TXT', value: spf, purpose: 'SPF of MAIL_FROM; where the domain has a record, add to that one' },
    { name: ownDkim.name, type: 'TXT', value: ownDkim.value, purpose: 'DKIM of MAIL_FROM: checks the signature of our own mail' },
    { name: `_dmarc.${ownDomain}`, type: 'TXT', value: 'v=DMARC1; p=quarantine', purpose: 'DMARC of MAIL_FROM: nobody else writes as us' },
  ]
}
