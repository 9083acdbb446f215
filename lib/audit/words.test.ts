import { expect, it } from 'vitest'
import { LOCALES } from '#lib/i18n/locales'
import { MESSAGES } from '#lib/i18n/messages'
import { AUDIT_ACTIONS } from './actions'

it.each(LOCALES)('every action has its words, and there are no words without an action: %s', (locale) => {
  expect(Object.keys(MESSAGES[locale].audit.actions).sort()).toEqual(AUDIT_ACTIONS.map((name) => name.replace('.', '_')).sort())
})
