import { expect, it } from 'vitest'
import { leastFor } from './least-assurance'

it.each([
  ['names need a page', ['given_name', 'nationality'], undefined, 'page'],
  ['whether somebody is an adult needs the person', ['given_name', 'age_over_18'], undefined, 'person'],
  ['a birth date tells an age', ['birthdate'], undefined, 'person'],
  ['a face needs the person', ['face_match'], undefined, 'person'],
  ['what is asked for counts', ['age_over_18'], 'zone', 'zone'],
  ['what is asked for counts, more too', ['given_name'], 'person', 'person'],
  ['a face needs the person whatever is asked for', ['face_match'], 'zone', 'person'],
] as const)('%s', (_, fields, asked, least) => {
  expect(leastFor(fields, asked)).toBe(least)
})
