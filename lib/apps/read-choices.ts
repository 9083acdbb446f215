import { isStorableText } from '#lib/core/outside-text'
import { type AppChoice, findAppChoice, findAppsNamed } from './choices-store'

export type { AppChoice }

/** More than anybody would look through in a menu. */
export const MOST_CHOICES = 50

/** Longest text that apps are found by. */
export const MOST_FOUND_BY = 100

/** Things to choose from. @property find what was looked for; '' for nothing @property isMore there are others beside these */
export type Choices<Item> = { items: Item[]; find: string; isMore: boolean }

/** What somebody typed, as it is looked for. What Postgres cannot store is in no app's name. */
export const asFind = (text: unknown): string => (typeof text === 'string' && isStorableText(text) ? text.trim().slice(0, MOST_FOUND_BY) : '')

/** Cuts what was found with one more than fit down to those that fit. */
export const toChoices = <Item>(found: Item[], find: string): Choices<Item> => ({
  items: found.slice(0, MOST_CHOICES),
  find,
  isMore: found.length > MOST_CHOICES,
})

/**
 * Apps for a menu: those that `find` finds, or the first by name and the one that was chosen.
 * @param chosen id of an app
 * @returns null where the chosen one is none of the company's
 */
export async function readAppChoices(companyId: string, chosen: string | null, find: string): Promise<Choices<AppChoice> | null> {
  const choices = toChoices(await findAppsNamed(companyId, find, MOST_CHOICES + 1), find)
  if (chosen === null || choices.items.some(({ id }) => id === chosen)) return choices
  const app = await findAppChoice(companyId, chosen)
  return app && { ...choices, items: [app, ...choices.items] }
}
