import { safeReturnPath } from './return-path'

/** Where somebody was going when they were asked who they are: an app's request, or a page of ours. */
export type Destination = { interactionId?: string; returnTo?: string }

/** Longer than any address of ours; it travels in addresses and in a cookie. */
const MAX_CHARACTERS = 1000

const INTERACTION = /^int_[0-9A-Za-z]{22}$/

/** Keeps of a destination what can be one: the id of a request, a path of this site. */
export function destinationOf(read: (name: 'interaction' | 'return_to') => unknown): Destination {
  const text = (name: 'interaction' | 'return_to') => {
    const value = read(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [interactionId, returnTo] = [text('interaction'), text('return_to')]
  return {
    interactionId: interactionId !== undefined && INTERACTION.test(interactionId) ? interactionId : undefined,
    returnTo: returnTo !== undefined && returnTo.length <= MAX_CHARACTERS ? safeReturnPath(returnTo, '') || undefined : undefined,
  }
}

/** The same as parameters of an address, or hidden fields of a form. */
export const destinationFields = ({ interactionId, returnTo }: Destination) => ({ interaction: interactionId, return_to: returnTo })
