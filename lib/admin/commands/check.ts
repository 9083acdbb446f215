import { checkAll, checkForStart } from '#lib/ops/check/check'
import { type Finding, findingLines } from '#lib/ops/check/finding'
import { type Command, Refusal } from '../command'

function report(findings: Finding[], isFault: (finding: Finding) => boolean): string[] {
  const lines = findingLines(findings)
  if (findings.some(isFault)) throw new Refusal(lines.join('\n'))
  return lines
}

export const check: Command = {
  words: ['check'],
  args: [],
  summary: 'Try everything that Signet depends on, a line each: settings, database, smarthost, filter, DNS, the public address.',
  run: async () => report(await checkAll(), ({ look }) => look === 'bad'),
}

/** A smarthost or a name server that is down for a moment keeps nobody from logging in. */
export const checkBeforeStart: Command = {
  words: ['check', 'before-start'],
  args: [],
  summary: 'The same without the public address, which does not answer yet; only a fault of the settings or the database ends it with 1.',
  run: async () => report(await checkForStart(), ({ subject, look }) => (subject === 'settings' || subject === 'database') && look === 'bad'),
}
