import { expect, it } from 'vitest'
import { changesSince, seenOf } from './seen-screen'

const screen = (more: { app?: string; company?: string; name?: string; scopes?: string[] } = {}) =>
  seenOf({
    app: more.app ?? 'Shop',
    company: more.company ?? 'Shop Ltd',
    items: (more.scopes ?? ['openid', 'profile']).map((scope) => ({ scope, values: { name: more.name ?? 'Ada', locale: 'en' } })),
  })

it('nothing has changed since the same was seen, in whatever order', () => {
  expect(changesSince(screen(), screen())).toEqual({ formerApp: null, formerCompany: null, scopes: [] })
  const other = seenOf({ app: 'Shop', company: 'Shop Ltd', items: [{ scope: 'profile', values: { locale: 'en', name: 'Ada' } }] })
  expect(changesSince(screen(), other).scopes).toEqual([])
})

it('an app or company that is called something else is told by its former name', () => {
  expect(changesSince(screen(), screen({ app: 'Bank', company: 'Bank Ltd' }))).toMatchObject({ formerApp: 'Shop', formerCompany: 'Shop Ltd' })
})

it('a scope whose value is another is told; one that was not there before is new, not changed', () => {
  expect(changesSince(screen(), screen({ name: 'Eve' })).scopes).toEqual(['openid', 'profile'])
  expect(changesSince(screen({ scopes: ['openid'] }), screen({ name: 'Eve' })).scopes).toEqual(['openid'])
})

it('of somebody from before this was kept nothing is said', () => {
  expect(changesSince(null, screen())).toEqual({ formerApp: null, formerCompany: null, scopes: [] })
})

it('no value can be read from what is kept', () => {
  expect(JSON.stringify(screen({ name: 'Ada Lovelace' }))).not.toContain('Ada')
})
