import { domainToASCII, domainToUnicode } from 'node:url'
import { z } from 'zod'
import { isStorableText } from './outside-text'

/**
 * One mailbox, nothing else. The part before the @ is RFC 5321's dot-atom without `%` and `!`, by which relays used to be
 * told of a second recipient, and with letters of other scripts (RFC 6531 §3.3); nothing in it separates a list. The
 * domain is as the DNS has it. zod's own pattern would refuse a top-level domain such as `xn--p1ai`.
 */
const ATOM = /[\p{L}\p{M}\p{N}#$&'*+/=?^_`{|}~-]+/u.source
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const TOP_LEVEL = '[a-z](?:[a-z0-9-]{0,61}[a-z0-9])'
const MAILBOX = new RegExp(String.raw`^(?=[^@]{1,64}@)${ATOM}(?:\.${ATOM})*@(?:(?:${LABEL}\.)+${TOP_LEVEL}|localhost)$`, 'u')
const MAX_CHARACTERS = 254

/** Composed, in lower case, the domain as the DNS has it: `ALA@Żółw.example` is `ala@xn--w-uga1v8h.example`. */
const normalForm = (typed: string): string => {
  const text = typed.trim().normalize('NFC')
  const at = text.lastIndexOf('@')
  // A domain that is none becomes '', which no address has.
  return at < 0 ? text : `${text.slice(0, at).toLowerCase()}@${/^[\d.]*$/.test(text.slice(at + 1)) ? '' : domainToASCII(text.slice(at + 1))}`
}

/** An address from outside, in the form in which it is kept, compared and counted. */
export const emailAddress = z
  .string()
  .refine(isStorableText, 'contains control characters or broken Unicode')
  .refine((text) => text.length <= 4 * MAX_CHARACTERS, 'is too long')
  .transform(normalForm)
  .pipe(z.email({ pattern: MAILBOX, error: 'must be an email address' }).max(MAX_CHARACTERS))

/** @returns its normal form, or null when it is no address */
export const readEmail = (typed: string): string | null => emailAddress.safeParse(typed).data ?? null

/**
 * The forms under which an address may have been kept: its normal form, and the one before domains were written as the
 * DNS has them. Most addresses have one only.
 */
export function formsOf(email: string): string[] {
  const at = email.lastIndexOf('@') + 1
  return [...new Set([email, email.slice(0, at) + domainToUnicode(email.slice(at))])]
}

/** Providers whose dots mean nothing; both names lead to one mailbox. @see https://support.google.com/mail/answer/7436150 */
const DOTLESS: Record<string, string> = { 'gmail.com': 'gmail.com', 'googlemail.com': 'gmail.com' }

/**
 * What an address has in common with every other that ends in the same mailbox, as far as that can be known: without
 * `+tag`. Good for counting mails, never for telling who somebody is: at some providers the two are different people.
 * @param email in normal form
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@')
  const [localPart, domain] = [email.slice(0, at), email.slice(at + 1)]
  const name = localPart.replace(/(?<=.)\+.*$/, '')
  const dotless = DOTLESS[domain]
  return dotless === undefined ? `${name}@${domain}` : `${name.replaceAll('.', '')}@${dotless}`
}

/** Whether what was typed is this address, which may be one that was kept before there was a normal form. */
export const isSameEmail = (typed: string, kept: string): boolean => (readEmail(typed) ?? typed) === (readEmail(kept) ?? kept)

/** What stands after the @, in lower case. */
export const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
