import { expect, it } from 'vitest'
import { MESSAGES } from '#lib/i18n/messages'
import { RETENTION, TOLD_AS } from './retention'
import { EXPIRING } from './store'

it('people are told how long everything that the purge clears is kept, in words', () => {
  expect(Object.keys(TOLD_AS).toSorted()).toEqual([...EXPIRING].toSorted())
  for (const kept of [...Object.values(TOLD_AS), ...Object.keys(RETENTION)]) if (kept !== null) expect(MESSAGES.en.retention).toHaveProperty(kept)
  for (const { count } of Object.values(RETENTION)) expect(Number.isInteger(count) && count > 0).toBe(true)
})
