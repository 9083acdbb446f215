/** Reads the JSON reports of the test runners into counts. No report, or an unhappy runner, is a failure too. */
import { existsSync, readFileSync } from 'node:fs'

export const readVitestCounts = (file, exitCode) =>
  readCounts(file, exitCode, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }))

export const readPlaywrightCounts = (file, exitCode) =>
  readCounts(file, exitCode, ({ stats }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    passedAtSecondTry: stats.flaky,
  }))

function readCounts(file, exitCode, pick) {
  const counts = existsSync(file) ? pick(JSON.parse(readFileSync(file, 'utf8'))) : { passed: 0, failed: 0 }
  // A file that cannot even be loaded has no failed tests, only a runner that ends badly.
  return exitCode !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}
