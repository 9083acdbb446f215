/**
 * The life of one command: what it started is undone in reverse order, however it ends
 * (done, failed, Ctrl-C, SIGTERM, closed terminal).
 */
import { Failure } from './failure.mjs'

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
/** npm passes on a Ctrl-C that the terminal has sent us already; only a later one is somebody in a hurry. */
const SAME_SIGNAL_MS = 1500

/**
 * @param {(lifetime: ReturnType<typeof createLifetime>) => Promise<number | (() => number)>} main answers the exit
 *   code, or what works it out once everything is undone; a command that goes on serving does not answer.
 */
export async function runCommand(main, { exitCodeOnSignal = 0 } = {}) {
  const lifetime = createLifetime()
  for (const signal of STOP_SIGNALS) process.on(signal, () => lifetime.interrupt(exitCodeOnSignal))
  // Whoever read the output has gone (a closed pipe): as good as a closed terminal.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => lifetime.interrupt(exitCodeOnSignal))
  try {
    await lifetime.end(await main(lifetime))
  } catch (error) {
    if (!lifetime.isEnding()) explain(error)
    await lifetime.end(1)
  }
}

function createLifetime() {
  const undo = []
  let ending
  let interruptedAt
  let isHurried = false
  const hurry = () => isHurried

  const undoAll = async (code) => {
    while (undo.length > 0) {
      // One thing that cannot be undone must not keep the others running.
      await undo
        .pop()({ hurry })
        .catch((error) => console.error(`  ${error.message}`))
    }
    process.exit(typeof code === 'function' ? code() : code)
  }

  const end = (code) => {
    ending ??= undoAll(code)
    return ending
  }

  return {
    end,
    isEnding: () => ending !== undefined,
    /** Registers what undoes the thing just started. Too late counts as well: then it happens at once. */
    onEnd(action) {
      const safely = async (how) => action(how)
      if (ending) return safely({ hurry })
      undo.push(safely)
      return undefined
    },
    interrupt(code) {
      interruptedAt ??= Date.now()
      isHurried = Date.now() - interruptedAt > SAME_SIGNAL_MS
      return end(code)
    },
  }
}

function explain(error) {
  if (error.output) console.error(error.output)
  console.error(error instanceof Failure ? `\n${error.message}` : `\nUnexpected fault: ${error.message || error.code}. Set DEBUG=1 to see where.`)
  if (process.env.DEBUG) console.error(error)
}
