import { expect, it } from 'vitest'
import { filterApps, readAppFilter } from './filter-apps'

const APPS = [
  { appName: 'Czytelnia Łódź', companyName: 'Książki SA', scopes: ['openid', 'email'] as const },
  { appName: 'Bank', companyName: 'Bank SA', scopes: ['openid', 'profile'] as const },
]

const named = (words?: string, scope?: string) => filterApps(APPS, readAppFilter(words, scope)).map(({ appName }) => appName)

it.each([
  ['nothing', undefined, undefined, ['Czytelnia Łódź', 'Bank']],
  ['a name as people type it', 'lodz', undefined, ['Czytelnia Łódź']],
  ['words of app and company, in any order', 'ksiazki CZYT', undefined, ['Czytelnia Łódź']],
  ['a part of both', 'sa', undefined, ['Czytelnia Łódź', 'Bank']],
  ['what is shared', '', 'profile', ['Bank']],
  ['both together', 'bank', 'email', []],
  ['something that is no scope', '', 'constructor', ['Czytelnia Łódź', 'Bank']],
])('looking for %s', (_, words, scope, found) => {
  expect(named(words, scope)).toEqual(found)
})
