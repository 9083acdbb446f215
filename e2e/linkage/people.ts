import { randomBase62 } from '#lib/core/random-id'
import { ask } from '#lib/relay/testing/queue'
import { SCOPES } from '#lib/scopes/catalog'
import { logInWithoutPages, type Visitor } from '../fixtures/visitor'
import { aCompany, anApp, aPerson } from '../fixtures/world'
import type { Lots } from './lots'
import { inLanes } from './lots'
import { Observer } from './observer'
import type { Stack } from './stack'
import { timePasses } from './time-passes'

export type Person = { nth: number; id: string; email: string; password: string; visitor: Visitor }

/** Companies `near` with two apps and `far` with one, and people who use all three. */
export type Cast = { people: Person[]; near: Observer; sister: Observer; far: Observer; observers: Observer[] }

const DAY = 86_400

/**
 * Everybody has the same name, birth date and language: what people consent to share tells nobody apart, so nothing has
 * to be excused, and whatever does tell them apart was not theirs to share.
 */
export const ALIKE = { given_name: 'Jo', family_name: 'Miller', birthdate: '1990-04-05', locale: 'en' } as const

export const EVERY_SCOPE = SCOPES.map(({ name }) => name)

export async function aCast(stack: Stack, size: number, lots: Lots): Promise<Cast> {
  const [first, second] = [await aCompany(), await aCompany()]
  await ask(`UPDATE companies SET verification_status = 'verified'`)
  const observe = async (company: typeof first) => {
    const home = `https://app-${randomBase62(8).toLowerCase()}.example/callback`
    const settings = { post_logout_redirect_uris: [home] }
    return new Observer(stack.server, company, await anApp(company, { scopes: EVERY_SCOPE, redirectUris: [home], settings }), size)
  }
  const [near, sister, far] = [await observe(first), await observe(first), await observe(second)]
  const people: Person[] = []
  await inLanes([...Array(size).keys()], 2, async (nth) => {
    const person = await aPerson(ALIKE, { given_name: 'Jo', family_name: 'Miller', birthdate: ALIKE.birthdate })
    people[nth] = { nth, ...person, visitor: await logInWithoutPages(person) }
  })
  for (const { id } of people) await timePasses(id, lots, 3 * DAY)
  return { people, near, sister, far, observers: [near, sister, far] }
}
