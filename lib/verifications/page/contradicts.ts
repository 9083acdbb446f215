import { isAdult } from '#lib/users/age'
import type { VerifiedClaims } from '#lib/users/schema'

const asOne = (text: string) => text.normalize('NFC').toLowerCase()

/**
 * Whether what is shown cannot be of the person of whom the rest is kept: another name, another birth date, or an age that
 * is not the one of that date. What is said by one of the two alone contradicts nothing.
 * @param isOfAge what is shown says of the age, which may be no claim that is kept @param today YYYY-MM-DD
 */
export function contradicts(kept: VerifiedClaims, shown: VerifiedClaims, isOfAge: boolean | undefined, today: string): boolean {
  const isOther = (['given_name', 'family_name', 'birthdate'] as const).some((name) => {
    const [one, other] = [kept[name], shown[name]]
    return one !== undefined && other !== undefined && asOne(one) !== asOne(other)
  })
  const ages = [kept, shown].flatMap(({ birthdate }) => (birthdate === undefined ? [] : [isAdult(birthdate, today)]))
  const said = [kept.age_over_18 === 'true' ? true : undefined, isOfAge].filter((age) => age !== undefined)
  return isOther || new Set([...ages, ...said]).size > 1
}
