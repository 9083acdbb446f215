import { openForGood, type Place, sealForGood } from '#lib/core/sealed'

/** The values of a thing's fields, under the names the interface has for them. */
export type AuditFields = Record<string, string | number | boolean | null | string[]>

/** Fields that hold an address of a person. A copy of the log without the keys shows none. */
const ADDRESSES = new Set(['email'])

const MARK = 'sealed:'

const place = (companyId: string, field: string): Place => ({ table: 'audit_events', row: companyId, column: `detail.${field}` })

const mapAddresses = (fields: AuditFields | undefined, change: (text: string, field: string) => string): AuditFields | undefined =>
  fields &&
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, ADDRESSES.has(name) && typeof value === 'string' ? change(value, name) : value]),
  )

export const sealAddresses = (companyId: string, fields: AuditFields | undefined) =>
  mapAddresses(fields, (text, field) => MARK + sealForGood('audit', text, place(companyId, field)).toString('base64url'))

/** Addresses from before they were sealed are shown as they are. */
export const openAddresses = (companyId: string, fields: AuditFields | undefined) =>
  mapAddresses(fields, (text, field) =>
    text.startsWith(MARK) ? openForGood('audit', Buffer.from(text.slice(MARK.length), 'base64url'), place(companyId, field)) : text,
  )
