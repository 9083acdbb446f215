import { domainToASCII } from 'node:url'
import { ApiError } from '#lib/core/api-error'
import { readTxt } from '#lib/core/dns'
import { readEmail } from '#lib/core/email-address'

export const MAX_MAIL_DOMAINS = 20

/** The record that proves a sending domain: only who has the domain can publish it, and it names one app. */
export const proofRecord = (appId: string, domain: string) => ({ name: `_signet.${domain}`, value: `signet-app=${appId}` })

/** A domain as the DNS has it, or null when it is none that mail could be from. */
export function readDomain(typed: string): string | null {
  const domain = domainToASCII(typed.trim().replace(/\.$/, '')).toLowerCase()
  return domain.includes('.') && readEmail(`x@${domain}`) === `x@${domain}` ? domain : null
}

/**
 * The domains an app may have from now on: those it had, and new ones whose record is there.
 * @throws ApiError `invalid_request` naming the domain, and the record that is missing
 */
export async function proveMailDomains(appId: string, given: readonly string[], known: readonly string[]): Promise<string[]> {
  const domains = new Set<string>()
  for (const typed of given) {
    const domain = readDomain(typed)
    if (domain === null)
      throw new ApiError('invalid_request', `mail_domains: ${JSON.stringify(typed.slice(0, 100))} is not a domain such as shop.example`)
    if (!known.includes(domain)) await requireProof(appId, domain)
    domains.add(domain)
  }
  return [...domains]
}

async function requireProof(appId: string, domain: string): Promise<void> {
  const { name, value } = proofRecord(appId, domain)
  const texts = await readTxt(name).catch(() => null)
  if (texts?.some((text) => text.trim() === value)) return
  const why = texts === null ? 'the DNS did not answer' : 'it is not there yet'
  throw new ApiError('invalid_request', `mail_domains: to prove ${domain}, publish the TXT record ${name} with ${value}; ${why}`)
}
