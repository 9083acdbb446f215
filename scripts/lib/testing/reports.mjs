/** What the test runners' JSON reports say: how many tests passed, and which failed with what. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** @typedef {{title: string, message: string, passedLater?: boolean}} FailedTest */
/** @typedef {{passed: number, failed: number, skipped: number, passedAtSecondTry: number, failures: FailedTest[]}} Counts */

/** @param {string} file what Vitest's JSON reporter wrote @param {number} exitCode */
export const readVitestCounts = (file, exitCode) =>
  readCounts(file, exitCode, (report) => {
    /** @type {FailedTest[]} */
    const failures = report.testResults.flatMap(failedInFile)
    return {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      passedAtSecondTry: failures.filter(({ passedLater }) => passedLater).length,
      failures,
    }
  })

/** @param {string} file what Playwright's JSON reporter wrote @param {number} exitCode */
export const readPlaywrightCounts = (file, exitCode) =>
  readCounts(file, exitCode, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    passedAtSecondTry: stats.flaky,
    failures: suites.flatMap((/** @type {PlaywrightSuite} */ suite) => failedInSuite(suite, [])),
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

/**
 * A file that could not be loaded has a message and no tests, a test that passed at the second try what went wrong at the first.
 * @param {{name: string, message?: string, status: string, assertionResults: {status: string, fullName: string, failureMessages: string[]}[]}} file
 * @returns {FailedTest[]}
 */
function failedInFile({ name, message, status, assertionResults }) {
  const failed = assertionResults.filter((test) => test.failureMessages.length > 0)
  if (status === 'failed' && failed.length === 0) return [{ title: path.relative('.', name), message: message ?? '' }]
  return failed.map((test) => ({
    title: `${path.relative('.', name)} › ${test.fullName}`,
    passedLater: test.status === 'passed',
    message: test.failureMessages[0] ?? '',
  }))
}

/** @typedef {{title: string, line: number, tests: {projectName: string, status: string, results: {errors: {message?: string}[]}[]}[]}} PlaywrightSpec */
/** @typedef {{title: string, file: string, specs: PlaywrightSpec[], suites?: PlaywrightSuite[]}} PlaywrightSuite */

/**
 * @param {PlaywrightSuite} suite
 * @param {string[]} above the titles around it
 * @returns {FailedTest[]}
 */
function failedInSuite(suite, above) {
  const titles = [...above, suite.title]
  const here = suite.specs.flatMap(({ title, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName, status, results }) => ({
        title: [`[${projectName}]`, ...titles, `${title} (line ${line})`].join(' › '),
        passedLater: status === 'flaky',
        message: results.findLast(({ errors }) => errors.length > 0)?.errors[0]?.message ?? '',
      })),
  )
  return [...here, ...(suite.suites ?? []).flatMap((inner) => failedInSuite(inner, titles))]
}
