import { env } from '#lib/core/env'
import { Refusal, WrongUse } from './command'

/** @throws WrongUse when it is no address of this service's aliases */
export function aliasLocalPart(address: string): string {
  const [localPart = '', domain = ''] = address.toLowerCase().split('@')
  if (localPart === '' || domain !== env().ALIAS_DOMAIN) throw new WrongUse(`<address> is one of …@${env().ALIAS_DOMAIN}.`)
  return localPart
}

/** @throws Refusal when there was nothing to change */
export function reportAlias({ found, changed }: { found: number; changed: number }, done: string, asItWas: string): string[] {
  if (found === 0) throw new Refusal('There is no such alias.')
  if (changed === 0) throw new Refusal(`Nothing was changed: ${asItWas}.`)
  return [done]
}
