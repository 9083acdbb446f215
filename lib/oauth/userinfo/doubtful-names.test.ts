import { afterAll, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { personSession } from '../../../e2e/fixtures/sessions'
import { aCompany, anApp, aPerson } from '../../../e2e/fixtures/world'
import { beginInteraction } from '../interaction/interaction'
import { readConsentScreen } from '../interaction/read-consent-screen'

afterAll(closeDatabase)

// Made by the use-cases, which do not judge: so these names stand for those that were there before names were judged.
it.each([
  ['Reading Room', 'Larkspur', false, 'Reading Room'],
  ['Читальня', 'Жаворонок', false, 'Читальня'],
  ['Reading R\u043Eom', 'Larkspur', true, 'Reading R\u043Eom'],
  ['Reading Room', 'L\u0430rkspur', true, 'Reading Room'],
  ['Читальня', 'Larkspur', true, 'Читальня'],
  ['Reading\u202E mooR\u200B', 'Larkspur', true, 'Reading mooR'],
])('the consent screen for %j of %j warns: %s', async (name, companyName, isDoubtful, shown) => {
  const app = await anApp(await aCompany(companyName), { name })
  const person = await aPerson()
  const { hash } = await personSession(person.id)
  const id = (await beginInteraction(app.id, { redirectUri: app.redirect_uri, scopes: ['openid'], prompts: [] })) ?? ''
  const outcome = await readConsentScreen(id, hash)
  expect(outcome).toMatchObject({ kind: 'show', screen: { hasDoubtfulNames: isDoubtful, app: { name: shown } } })
})
