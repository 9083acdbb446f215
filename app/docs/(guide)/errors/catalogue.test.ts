import { describe, expect, it } from 'vitest'
import { MESSAGES } from '#lib/i18n/messages'
import { API_CODES, OAUTH_CODES } from './catalogue'

describe.each(['en', 'pl'] as const)('the error catalogue in %s', (locale) => {
  const { api, oauth } = MESSAGES[locale].docsErrors

  it('explains every code of the management interface, and none that does not exist', () => {
    expect(Object.keys(api).toSorted()).toEqual(API_CODES.toSorted())
  })

  it('explains every code of the protocol, and none that does not exist', () => {
    expect(Object.keys(oauth).toSorted()).toEqual(OAUTH_CODES.map(({ code }) => code).toSorted())
  })

  it('says of each what it means, where it comes from and what to do', () => {
    for (const entry of [...Object.values(api), ...Object.values(oauth)]) {
      expect(Object.keys(entry)).toEqual(['meaning', 'cause', 'fix'])
      for (const text of Object.values(entry)) expect(text.length).toBeGreaterThan(10)
    }
  })
})

it('every code of the protocol reaches somebody', () => {
  for (const { isRedirected, isOnPage, bodyStatus } of OAUTH_CODES) expect(isRedirected || isOnPage || bodyStatus !== null).toBe(true)
})
