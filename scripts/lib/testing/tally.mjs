/** Counts what passed and failed over all parts of a run, and says it at the end. */
import { stripVTControlCharacters } from 'node:util'
import { asError, Failure } from '../failure.mjs'
import { say, seconds } from '../progress.mjs'

/** @typedef {import('./reports.mjs').Counts} Counts */

const NONE = { passed: 0, failed: 0, skipped: 0, passedAtSecondTry: 0, failures: [] }
const SHOWN_LINES = 12

export function createTally() {
  /** @type {(Counts & {name: string, time: number})[]} */
  const parts = []

  return {
    /**
     * Runs one part. Its fault is a failed test like any other, so that the next parts still run.
     * @param {string} name
     * @param {() => Promise<Partial<Counts>>} run
     * @param {() => boolean} isInterrupted
     */
    async part(name, run, isInterrupted) {
      const startedAt = performance.now()
      say(`\n── ${name}`)
      const counts = await run().catch((thrown) => {
        if (isInterrupted()) throw thrown
        const error = asError(thrown)
        if (error.output) console.error(error.output)
        console.error(error instanceof Failure || !process.env.DEBUG ? error.message : error)
        return { failed: 1, failures: [{ title: name, message: error.message }] }
      })
      parts.push({ name, time: performance.now() - startedAt, ...NONE, ...counts })
    },
    /** @returns {number} the exit code */
    conclude() {
      const sum = (/** @type {'passed' | 'failed' | 'skipped' | 'passedAtSecondTry'} */ key) => parts.reduce((total, part) => total + part[key], 0)
      // Last, because of a long log the end is what is kept and read.
      for (const { title, message, passedLater } of parts.flatMap(({ failures }) => failures)) {
        console.log(
          `\n── ${passedLater ? 'passed only at the second try' : 'failed'}: ${title}\n${stripVTControlCharacters(message).split('\n').slice(0, SHOWN_LINES).join('\n')}`,
        )
      }
      console.log('\n── summary')
      for (const { name, time, ...counts } of parts) console.log(`  ${name.padEnd(20)} ${seconds(time).padStart(9)}   ${inWords(counts)}`)
      const all = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), passedAtSecondTry: sum('passedAtSecondTry') }
      console.log(`\n${inWords(all)}`)
      return all.failed > 0 || all.passed === 0 ? 1 : 0
    },
  }
}

/** @param {Omit<Counts, 'failures'>} counts */
function inWords({ passed, failed, skipped, passedAtSecondTry }) {
  const words = [`${passed} passed`, `${failed} failed`]
  if (skipped > 0) words.push(`${skipped} skipped`)
  if (passedAtSecondTry > 0) words.push(`${passedAtSecondTry} passed only at the second try`)
  return words.join(', ')
}
