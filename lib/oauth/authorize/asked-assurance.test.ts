import { expect, it } from 'vitest'
import { askedAssurance } from './asked-assurance'

it.each([
  ['nothing', undefined, []],
  [
    'the levels in the order of the request, each once',
    'urn:signet:assurance:person urn:signet:assurance:page urn:signet:assurance:person',
    ['person', 'page'],
  ],
  ['a level that no camera reaches', 'urn:signet:assurance:wallet', ['wallet']],
  ['no level for values of others', 'mfa urn:signet:assurance:best urn:mace:incommon:iap:silver URN:SIGNET:ASSURANCE:PAGE', []],
] as const)('acr_values ask for %s', (_, values, levels) => {
  expect(askedAssurance(values)).toEqual(levels)
})
