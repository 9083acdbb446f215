import { domainToASCII } from 'node:url'
import { env } from '#lib/core/env'

/** Domains that are believed to be us: of the aliases and below, of our own mail, and of the pages. */
const ownDomains = () => {
  const { ALIAS_DOMAIN, MAIL_FROM, BASE_URL } = env()
  return [ALIAS_DOMAIN, MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1), new URL(BASE_URL).hostname].map((domain) => domain.toLowerCase())
}

/** Whether an address is on a domain of ours or below one, however it is written. */
export function isOwnAddress(address: string): boolean {
  const domain = address.slice(address.lastIndexOf('@') + 1).trim()
  const plain = (domainToASCII(domain) || domain.toLowerCase()).replace(/\.+$/, '')
  return ownDomains().some((own) => plain === own || plain.endsWith(`.${own}`))
}

/** Whether a text holds the name of a domain of ours. */
export const namesOwnDomain = (text: string) => ownDomains().some((own) => own.includes('.') && text.toLowerCase().includes(own))
