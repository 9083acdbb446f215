/** Counts what passed and failed over all parts of a run, and says it at the end. */
import { existsSync, readFileSync } from 'node:fs'
import { asError, Failure } from '../failure.mjs'
import { say, seconds } from '../progress.mjs'

/** @typedef {{passed: number, failed: number, skipped: number, passedAtSecondTry: number}} Counts */

const NONE = { passed: 0, failed: 0, skipped: 0, passedAtSecondTry: 0 }

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
        return { failed: 1 }
      })
      parts.push({ name, time: performance.now() - startedAt, ...NONE, ...counts })
    },
    /** @returns {number} the exit code */
    conclude() {
      const sum = (/** @type {keyof Counts} */ key) => parts.reduce((total, part) => total + part[key], 0)
      console.log('\n── summary')
      for (const { name, time, ...counts } of parts) console.log(`  ${name.padEnd(20)} ${seconds(time).padStart(9)}   ${inWords(counts)}`)
      const all = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), passedAtSecondTry: sum('passedAtSecondTry') }
      console.log(`\n${inWords(all)}`)
      return all.failed > 0 || all.passed === 0 ? 1 : 0
    },
  }
}

/** @param {string} file what Vitest's JSON reporter wrote @param {number} exitCode */
export const readVitestCounts = (file, exitCode) =>
  readCounts(file, exitCode, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }))

/** @param {string} file what Playwright's JSON reporter wrote @param {number} exitCode */
export const readPlaywrightCounts = (file, exitCode) =>
  readCounts(file, exitCode, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    passedAtSecondTry: stats.flaky,
  }))

/**
 * No report, or an unhappy runner, is a failure too.
 * @param {string} file
 * @param {number} exitCode
 * @param {(report: any) => Partial<Counts>} pick
 * @returns {Partial<Counts>}
 */
function readCounts(file, exitCode, pick) {
  const counts = existsSync(file) ? pick(JSON.parse(readFileSync(file, 'utf8'))) : {}
  // A file that cannot even be loaded has no failed tests, only a runner that ends badly.
  return exitCode !== 0 && !counts.failed ? { ...counts, failed: 1 } : counts
}

/** @param {Counts} counts */
function inWords({ passed, failed, skipped, passedAtSecondTry }) {
  const words = [`${passed} passed`, `${failed} failed`]
  if (skipped > 0) words.push(`${skipped} skipped`)
  if (passedAtSecondTry > 0) words.push(`${passedAtSecondTry} passed only at the second try`)
  return words.join(', ')
}
