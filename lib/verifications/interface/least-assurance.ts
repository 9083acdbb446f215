import { type Assurance, defaultFor, higherOf } from '#lib/users/assurance'

/**
 * The level that a session must reach: the one asked for, or what its fields need where none is. A face is compared with
 * nothing less than a person's page. Spec: Levels of assurance
 */
export function leastFor(fields: readonly string[], asked: Assurance | undefined): Assurance {
  if (asked === undefined) return fields.map(defaultFor).reduce(higherOf, 'page')
  return fields.includes('face_match') ? higherOf(asked, 'person') : asked
}
