import { expect, it } from 'vitest'
import { chaptersOf, countOf, totalOf, VERDICTS } from './judge-asvs'
import { partsOf, readSecurityDocument } from './read-tables'

it('every line of the table has a verdict that is counted, and what is not met says why', async () => {
  const lines = chaptersOf(await readSecurityDocument('asvs')).flatMap((chapter) => chapter.lines)
  const total = VERDICTS.reduce((sum, verdict) => sum + totalOf(lines, verdict), 0)
  expect(total).toBe(lines.reduce((sum, { count }) => sum + count, 0))
  expect(total).toBeGreaterThan(150)
  expect(lines.filter(({ verdict, why }) => verdict !== 'met' && why === '')).toEqual([])
})

it('what is published names no file of the code', async () => {
  for (const name of ['asvs', 'threat-model'] as const) {
    const shown = name === 'asvs' ? chaptersOf(await readSecurityDocument(name)) : await readSecurityDocument(name)
    expect(JSON.stringify(shown)).not.toMatch(/(lib|e2e|app|scripts)\/\w/)
  }
})

it.each([
  ['1.1.1', 1],
  ['1.2.6–8', 3],
  ['1.4.1, 1.4.3', 2],
  ['16.2.1–5, 16.3.1', 6],
])('%s are %i', (ids, count) => expect(countOf(ids)).toBe(count))

it('reads text and tables, without drawings, links and paths', () => {
  const [part] = partsOf(
    '# Title\n\n## Who\nA [thief](x.md)\nwith a phone.\n\n```\n| drawn |\n```\n\n| a | b |\n|---|---|\n| **x** | in one place (`lib/purge`) |\n',
  )
  expect(part).toEqual({ heading: 'Who', text: ['A thief with a phone.'], heads: ['a', 'b'], rows: [['x', 'in one place']] })
})
