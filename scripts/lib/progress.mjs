/** Says what a command is doing, and for how long already when it takes a while. */
const FIRST_SIGN_MS = 10_000
const NEXT_SIGN_MS = 20_000

/** @param {string} line */
export const say = (line) => console.log(`  ${line}`)

/** @param {number} milliseconds */
export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`

/**
 * Runs one long step under a line of its own and returns what the step returned.
 * @template Result
 * @param {string} label
 * @param {() => Promise<Result>} work
 */
export async function step(label, work) {
  const startedAt = performance.now()
  const stopSigns = process.stdout.isTTY ? countOnOneLine(label, startedAt) : giveSigns(label, startedAt)
  try {
    const result = await work()
    stopSigns()
    say(`✓ ${label} (${seconds(performance.now() - startedAt)})`)
    return result
  } catch (error) {
    stopSigns()
    throw error
  }
}

/** @param {string} label @param {number} startedAt */
function countOnOneLine(label, startedAt) {
  const draw = () => process.stdout.write(`\r  … ${label} (${Math.round((performance.now() - startedAt) / 1000)} s)`)
  draw()
  const timer = setInterval(draw, 1000)
  return () => {
    clearInterval(timer)
    process.stdout.write('\r\x1b[2K')
  }
}

/** @param {string} label @param {number} startedAt */
function giveSigns(label, startedAt) {
  say(`… ${label}`)
  /** @type {NodeJS.Timeout} */
  let timer
  const sign = () => {
    say(`… ${label}: still busy after ${Math.round((performance.now() - startedAt) / 1000)} s`)
    timer = setTimeout(sign, NEXT_SIGN_MS)
  }
  timer = setTimeout(sign, FIRST_SIGN_MS)
  return () => clearTimeout(timer)
}
