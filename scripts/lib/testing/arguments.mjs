/** What `npm test` was asked for: which part, and what goes on to the test runners. */
import { Failure } from '../failure.mjs'

const PARTS = ['check', 'unit', 'e2e']

/** @returns {{runs: (part: string) => boolean, forRunners: string[]}} */
export function readTestArguments(args) {
  const rest = [...args]
  const at = rest.indexOf('--only')
  const [, only] = at >= 0 ? rest.splice(at, 2) : []
  if (at >= 0 && !PARTS.includes(only)) throw new Failure(`--only takes one of ${PARTS.join(', ')}.`)
  return { runs: (part) => only === undefined || only === part, forRunners: rest.filter((arg) => arg !== '--') }
}
