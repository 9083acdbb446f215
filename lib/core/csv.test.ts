import { expect, it } from 'vitest'
import { csvRecord } from './csv'

it('quotes commas, quotes and line breaks so that a record stays one', () => {
  expect(csvRecord(['a,b', 'say "hi"', 'two\r\nlines', ''])).toBe('"a,b","say ""hi""","two\r\nlines",""\r\n')
})

it.each([['=HYPERLINK("http://evil")'], ['+1'], ['-1+2'], ['@SUM(A1)'], ['\t=1'], ['\r=1']])(
  'makes a text of what would be a formula: %j',
  (text) => {
    expect(csvRecord([text]).startsWith(`"'`)).toBe(true)
  },
)

it('leaves what only contains such a sign', () => {
  expect(csvRecord(['a=b', '2026-11-21'])).toBe('"a=b","2026-11-21"\r\n')
})
