/**
 * The life of one command: what it started is undone in reverse order, however it ends
 * (done, failed, Ctrl-C, SIGTERM, closed terminal).
 */
import { asError, Failure } from './failure.mjs'

/** @typedef {{hurry: () => boolean}} How whether somebody is in a hurry by now */
/** @typedef {(how: How) => unknown} Undo */
/** @typedef {ReturnType<typeof createLifetime>} Lifetime */

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** npm passes on a Ctrl-C that the terminal has sent us already; only a later one is somebody in a hurry. */
const SAME_SIGNAL_MS = 1500

/**
 * @param {(lifetime: Lifetime) => Promise<number | (() => number)>} main answers the exit code, or what works it out
 *   once everything is undone; a command that goes on serving does not answer.
 */
export async function runCommand(main, { exitCodeOnSignal = 0 } = {}) {
  const lifetime = createLifetime()
  /** @param {number | (() => number)} code */
  const exit = async (code) => {
    await lifetime.end()
    process.exit(typeof code === 'function' ? code() : code)
  }
  const interrupt = () => {
    lifetime.interrupt()
    return exit(exitCodeOnSignal)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, interrupt)
  // Whoever read the output has gone (a closed pipe): as good as a closed terminal.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', interrupt)
  try {
    await exit(await main(lifetime))
  } catch (error) {
    if (!lifetime.isEnding()) explain(asError(error))
    await exit(1)
  }
}

/**
 * For a guest in somebody else's process: its host ends it, except on signals that the host does not hear.
 * @param {NodeJS.Signals[]} signals
 */
export function guestLifetime(signals) {
  const lifetime = createLifetime()
  for (const signal of signals) process.once(signal, () => lifetime.end().then(() => process.exit(1)))
  return lifetime
}

export function createLifetime() {
  /** @type {((how: How) => Promise<unknown>)[]} */
  const undo = []
  /** @type {Promise<void> | undefined} */
  let ending
  /** @type {number | undefined} */
  let interruptedAt
  let isHurried = false
  const hurry = () => isHurried

  const undoAll = async () => {
    for (let last = undo.pop(); last; last = undo.pop()) {
      // One thing that cannot be undone must not keep the others running.
      await last({ hurry }).catch((error) => console.error(`  ${error.message}`))
    }
  }

  return {
    end() {
      ending ??= undoAll()
      return ending
    },
    isEnding: () => ending !== undefined,
    /**
     * Registers what undoes the thing just started. Too late counts as well: then it happens at once.
     * @param {Undo} action
     */
    onEnd(action) {
      /** @param {How} how */
      const safely = async (how) => action(how)
      if (ending) return safely({ hurry })
      undo.push(safely)
      return undefined
    },
    interrupt() {
      interruptedAt ??= Date.now()
      isHurried = Date.now() - interruptedAt > SAME_SIGNAL_MS
    },
  }
}

/** @param {ReturnType<typeof asError>} error */
function explain(error) {
  if (error.output) console.error(error.output)
  console.error(error instanceof Failure ? `\n${error.message}` : `\nUnexpected fault: ${error.message || error.code}. Set DEBUG=1 to see where.`)
  if (process.env.DEBUG) console.error(error)
}
