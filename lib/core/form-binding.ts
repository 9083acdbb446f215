import { createHmac, timingSafeEqual } from 'node:crypto'
import { currentKey, keysFor } from './keyring'

const mark = (key: Buffer, facts: readonly string[]) => createHmac('sha256', key).update(JSON.stringify(facts)).digest()

/**
 * A hidden field that ties a form to what was true when it was drawn. It holds nothing and reveals nothing; a form that
 * comes back after one of the facts changed is known by it.
 */
export const bindForm = (...facts: string[]): string => mark(currentKey('form').key, facts).toString('base64url')

/** Whether the form was drawn when these were the facts. Takes as long for a wrong mark as for the right one. */
export function isBoundTo(bound: string, ...facts: string[]): boolean {
  const sent = Buffer.from(bound, 'base64url')
  return keysFor('form').some(({ key }) => {
    const expected = mark(key, facts)
    return sent.length === expected.length && timingSafeEqual(sent, expected)
  })
}
