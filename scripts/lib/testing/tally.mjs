/** Counts what passed and failed over all parts of a run, and says it at the end. */
import { Failure } from '../failure.mjs'
import { say, seconds } from '../progress.mjs'

export function createTally() {
  const parts = []

  return {
    /**
     * Runs one part. Its fault is a failed test like any other, so that the next parts still run.
     * @param {() => Promise<{passed?: number, failed?: number, skipped?: number, passedAtSecondTry?: number}>} run
     */
    async part(name, run, isInterrupted) {
      const startedAt = performance.now()
      say(`\n── ${name}`)
      let counts
      try {
        counts = await run()
      } catch (error) {
        if (isInterrupted()) throw error
        if (error.output) console.error(error.output)
        console.error(error instanceof Failure || !process.env.DEBUG ? error.message : error)
        counts = { failed: 1 }
      }
      parts.push({ name, time: performance.now() - startedAt, passed: 0, failed: 0, skipped: 0, passedAtSecondTry: 0, ...counts })
      return parts.at(-1).failed === 0
    },
    /** @returns {number} the exit code */
    conclude() {
      const sum = (key) => parts.reduce((total, part) => total + part[key], 0)
      console.log('\n── summary')
      for (const { name, time, ...counts } of parts) console.log(`  ${name.padEnd(20)} ${seconds(time).padStart(9)}   ${inWords(counts)}`)
      const keys = ['passed', 'failed', 'skipped', 'passedAtSecondTry']
      console.log(`\n${inWords(Object.fromEntries(keys.map((key) => [key, sum(key)])))}`)
      return sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
    },
  }
}

function inWords({ passed, failed, skipped, passedAtSecondTry }) {
  const words = [`${passed} passed`, `${failed} failed`]
  if (skipped > 0) words.push(`${skipped} skipped`)
  if (passedAtSecondTry > 0) words.push(`${passedAtSecondTry} passed only at the second try`)
  return words.join(', ')
}
