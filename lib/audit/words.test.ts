import { expect, it } from 'vitest'
import { MESSAGES } from '#lib/i18n/messages'
import { AUDIT_ACTIONS } from './actions'

it.each(['en', 'pl'] as const)('every action has its words, and there are no words without an action: %s', (locale) => {
  expect(Object.keys(MESSAGES[locale].audit.actions).sort()).toEqual(AUDIT_ACTIONS.map((name) => name.replace('.', '_')).sort())
})
