import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { regionalTag, timesFor } from './times'

const AT = new Date('2026-11-22T23:30:00Z')
const american = 'en-US,en;q=0.9'

it.each([
  ['en', 'en-US,en;q=0.9', 'en-US'],
  ['en', 'pl-PL,pl;q=0.9,en;q=0.8', 'en-PL'],
  ['pl', 'en,de-AT;q=0.5', 'pl-AT'],
  ['en', 'zh-Hant-TW', 'en-TW'],
  ['en', 'es-419', 'en-419'],
  ['en', 'en', 'en-150'],
  ['pl', null, 'pl'],
  ['en', 'x-klingon, *', 'en-150'],
] as const)('who reads %s and prefers %s is told dates as in %s', (locale, preferences, tag) => expect(regionalTag(locale, preferences)).toBe(tag))

it('the zone of the account counts before that of the browser, and that before UTC, which is then named', () => {
  const moment = (...zones: (string | undefined)[]) => timesFor({ locale: 'en', zones }).moment(AT)
  expect(moment('Pacific/Auckland', 'America/New_York')).toBe('23 Nov 2026, 12:30')
  expect(moment(undefined, 'America/New_York')).toBe('22 Nov 2026, 18:30')
  expect(moment('Mars/Base', '<script>')).toBe('22 Nov 2026, 23:30 UTC')
})

it('the region decides the order of a date, in one language', () => {
  const day = (preferences: string) => timesFor({ locale: 'en', preferences, zones: ['Europe/Warsaw'] }).day(AT)
  expect([day(american), day('en-GB'), day('pl-PL')]).toEqual(['Nov 23, 2026', '23 Nov 2026', '23 Nov 2026'])
})

it('a date that is no moment is the same on both sides of the date line', () => {
  for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])
    expect(timesFor({ locale: 'en', zones: [zone] }).date('2031-05-14')).toBe('14 May 2031')
})

it('what matters is told with its zone, in every language', () => {
  expect(timesFor({ locale: 'en', zones: ['Asia/Kolkata'] }).namedMoment(AT)).toMatch(/23 November 2026.*05:00 GMT\+5:30/)
  expect(timesFor({ locale: 'pl', zones: ['Europe/Warsaw'] }).namedMoment(AT)).toMatch(/23 listopada 2026.*00:30 CET/)
})

it.each([
  [30, 'in 30 minutes'],
  [600, 'in 10 hours'],
  [10_080, 'in 7 days'],
  [-120, '2 hours ago'],
])('%i minutes from now are told as %s', (minutes, words) => {
  expect(timesFor({ locale: 'en', zones: [] }).fromNow(new Date(AT.getTime() + minutes * 60_000), AT)).toBe(words)
})

it('no page and no mail makes words of a time by itself', () => {
  const own =
    /\.toLocale\w*String\(|Intl\.(DateTime|RelativeTime)Format|\.(dateTime|relativeTime|dateTimeRange)\(|toISOString\(\)\.(slice|split|substring)/
  // Not for people: names of months on documents, a day to calculate with, the zone that a browser reports.
  const notForPeople =
    /^lib\/(i18n|core|admin|documents|relay|audit|companies\/overview)\/|^lib\/verifications\/last-day\.ts$|^lib\/users\/(age|claim-origins)\.ts$|^app\/_components\/tell-zone\.tsx$|\.test\.tsx?$/
  const files = ['app', 'components', 'lib']
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`))
    .filter((file) => /\.tsx?$/.test(file) && !notForPeople.test(file))
  expect(files.filter((file) => own.test(readFileSync(file, 'utf8')))).toEqual([])
})
