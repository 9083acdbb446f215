import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const coloursIn = (file: string) =>
  new Map(
    [...readFileSync(file, 'utf8').matchAll(/(--[\w-]+):\s*light-dark\((#\w+),\s*(#\w+)\)/g)].map(([, name, light, dark]) => [name, [light, dark]]),
  )

it('a page made without the style sheet has its colours', () => {
  const [sheet, own] = [coloursIn('app/globals.css'), coloursIn('lib/http/plain-page.ts')]
  expect(own.size).toBeGreaterThan(5)
  for (const [name, pair] of own) expect([name, sheet.get(name)]).toEqual([name, pair])
})
