import type { Part } from './read-tables'

export const VERDICTS = ['met', 'inPart', 'notMet', 'notMeasured', 'notApplicable'] as const

export type Verdict = (typeof VERDICTS)[number]

const WORDS: Record<string, Verdict> = {
  met: 'met',
  'met in part': 'inPart',
  'not met': 'notMet',
  '–': 'notApplicable',
  'not measured': 'notMeasured',
}

/** A line of the table. @property count of requirements that it is about @property why it is not met; empty where it is */
export type Line = { ids: string; asks: string; verdict: Verdict; count: number; why: string }

export type Chapter = { heading: string; lines: Line[] }

/** The chapters that have lines. @throws Error on a verdict that nobody knows, so that none is passed over */
export const chaptersOf = (parts: readonly Part[]): Chapter[] =>
  parts
    .filter(({ rows }) => rows.length > 0)
    .map(({ heading, rows }) => ({
      heading,
      lines: rows.map(([ids = '', asks = '', said = '', where = '']) => {
        const verdict = WORDS[said]
        if (!verdict) throw new Error(`${ids}: ${said} is no verdict`)
        return { ids, asks, verdict, count: countOf(ids), why: verdict === 'met' ? '' : where }
      }),
    }))

/** `1.2.6–8` are three, `1.4.1, 1.4.3` two. */
export const countOf = (ids: string): number =>
  ids.split(',').reduce((sum, id) => {
    const [, from = '0', to = from] = /(\d+)(?:–(\d+))?$/.exec(id.trim()) ?? []
    return sum + Number(to) - Number(from) + 1
  }, 0)

export const totalOf = (lines: readonly Line[], verdict: Verdict): number =>
  lines.filter((line) => line.verdict === verdict).reduce((sum, { count }) => sum + count, 0)
