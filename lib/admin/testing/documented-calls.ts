import { readFileSync } from 'node:fs'

const DOCUMENTS = ['docs/operating/README.md', 'docs/operating/runbook.md']

/** Processes, and what asks them: no commands of the operator's program. */
const PROGRAMS = /^(web|worker|smtp|health)\b/

/**
 * Every call of the operator's program that the documents name, in words.
 * @param real what is put for what stands in brackets: `person`, `alias`, `company` and `app`
 */
export function documentedCalls(real: { person: string; alias: string; company: string; app: string }): string[][] {
  const texts = DOCUMENTS.map((file) => readFileSync(file, 'utf8')).join('\n')
  const named = [...texts.matchAll(/`(?:signet|npm run admin --|docker run [^`]* signet) ([^`]+)`/g)].map(([, words = '']) =>
    words.replace(/\s+/g, ' '),
  )
  const filled = named
    .filter((words) => !PROGRAMS.test(words) && words !== '…')
    .map((words) =>
      words
        .replace(/<email or id>/g, real.person)
        .replace(/<address>/g, real.alias)
        .replace(/<id>|\bID\b/g, words.startsWith('app') ? real.app : real.company)
        .replace(/\bNAME\b/g, 'signet')
        .replace(/…/g, 'drill'),
    )
  return [...new Set(filled)].map((words) => words.split(' '))
}
