import { expect, it } from 'vitest'
import { destinationFields, destinationOf } from './destination'

const read = (fields: Record<string, unknown>) => destinationOf((name) => fields[name])
const INTERACTION = `int_${'0'.repeat(22)}`

it.each(['/verify/sgv_abc', '/account/security?done=session', '/'])('keeps a page of ours: %s', (path) =>
  expect(destinationFields(read({ return_to: path }))).toEqual({ interaction: undefined, return_to: path }),
)

it('keeps the request of an app', () => expect(read({ interaction: INTERACTION })).toEqual({ interactionId: INTERACTION, returnTo: undefined }))

it.each([
  '//evil.example',
  'https://evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
  '',
  '/a b',
  `/${'a'.repeat(1000)}`,
  undefined,
  ['/a'],
  7,
])('forgets what leads elsewhere or is too much: %j', (path) => expect(read({ return_to: path, interaction: path })).toEqual({}))
