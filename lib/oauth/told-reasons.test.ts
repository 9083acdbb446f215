import { expect, it } from 'vitest'
import { LOCALES } from '#lib/i18n/locales'
import { MESSAGES } from '#lib/i18n/messages'
import { REASON_CODES } from './reasons'
import { TOLD_REASONS } from './told-reasons'

it.each(LOCALES)('every reason that is told has the sentence that mends it, and there is none for another: %s', (locale) => {
  expect(Object.keys(MESSAGES[locale].requests.reasons).sort()).toEqual([...TOLD_REASONS].sort())
})

it('tells nothing of what became of a code, a token or a consent, nor of who is logged in', () => {
  const told: readonly string[] = TOLD_REASONS
  const aboutPeople = Object.keys(REASON_CODES).filter((name) =>
    /^(access_token|grant_(?!type)|log_in|another_person|consent|person)|_(unknown|foreign|expired|superseded|replayed|reused|revoked|lost|spent)$/.test(
      name,
    ),
  )
  expect(aboutPeople.length).toBeGreaterThan(20)
  expect(aboutPeople.filter((name) => told.includes(name))).toEqual(['prompt_unknown'])
})
