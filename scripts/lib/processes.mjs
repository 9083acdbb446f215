/** Programs a command starts: each in a process group of its own, so that all of it and nothing else is stopped. */
import { spawn } from 'node:child_process'
import { inProject, projectRoot } from './root.mjs'

/** @import {Lifetime} from './lifetime.mjs' */
/** @typedef {{code: number, signal?: NodeJS.Signals | null, error?: Error}} End */
/** @typedef {Record<string, string | undefined>} Env */
/** @typedef {Omit<import('node:child_process').SpawnOptions, 'env'> & {env?: Env, lifetime?: Lifetime}} Options */

const GRACE_MS = 30_000
const KEPT_OUTPUT = 64 * 1024
const EXIT_WITH_PARENT = new URL('./exit-with-parent.mjs', import.meta.url).href

/** @param {string[]} path */
export const nodeTool = (...path) => inProject('node_modules', ...path)

/**
 * Starts a program that goes on running. `exited` answers its exit code and never throws.
 * With `lifetime` the program ends with the command.
 * @param {string} command
 * @param {string[]} args
 * @param {Options} [options]
 */
export function startProcess(command, args, { env = process.env, stdio = 'inherit', lifetime, ...rest } = {}) {
  const child = spawn(command, args, {
    cwd: projectRoot,
    // A terminal sends Ctrl-C to its whole process group; detached, the programs stop in our order instead.
    detached: true,
    ...rest,
    env: /** @type {NodeJS.ProcessEnv} */ (env),
    stdio: Array.isArray(stdio) ? stdio : ['ignore', stdio, stdio],
  })
  /** @type {Promise<End>} */
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, error }))
    child.once('exit', (code, signal) => resolve({ code: code ?? 1, signal }))
  })
  /** @param {NodeJS.Signals} signal */
  const signalGroup = (signal) => {
    try {
      if (child.pid) process.kill(-child.pid, signal)
    } catch {
      // The whole group is gone already.
    }
  }
  let running = true
  exited.then(() => {
    running = false
    // What it left behind of its own must not stay.
    signalGroup('SIGKILL')
  })

  const stop = async (/** @type {Partial<import('./lifetime.mjs').How>} */ { hurry = () => false } = {}) => {
    if (!running) return
    signalGroup('SIGTERM')
    const deadline = Date.now() + GRACE_MS
    while (running && Date.now() < deadline && !hurry()) await Promise.race([exited, pause(100)])
    if (running) signalGroup('SIGKILL')
    await exited
  }
  lifetime?.onEnd(stop)
  return { child, exited, stop, isRunning: () => running }
}

/**
 * Runs a program to its end; answers its exit code and the last of what it printed.
 * @param {string} command
 * @param {string[]} args
 * @param {Options & {show?: boolean}} [options]
 * @returns {Promise<End & {output: string}>}
 */
export async function runProcess(command, args, { show = false, ...options } = {}) {
  if (show) return { ...(await startProcess(command, args, options).exited), output: '' }
  const { child, exited } = startProcess(command, args, { ...options, stdio: 'pipe' })
  let output = ''
  /** @param {Buffer} chunk */
  const keep = (chunk) => {
    output = (output + chunk).slice(-KEPT_OUTPUT)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const closed = new Promise((resolve) => child.once('close', resolve))
  const end = await exited
  if (!end.error) await Promise.race([closed, pause(1000)])
  return { ...end, output: output.trim() }
}

/** @param {string[]} args @param {Options & {show?: boolean}} options */
export const runNode = (args, options) => runProcess(process.execPath, args, options)

/**
 * Starts one of our own long-running programs so that it never outlives the command.
 * @param {string[]} args
 * @param {{env: Env, lifetime: Lifetime, output?: 'inherit' | number}} options output may be an open log file
 */
export const startProgram = (args, { env, lifetime, output = 'inherit' }) =>
  startProcess(process.execPath, ['--import', EXIT_WITH_PARENT, ...args], {
    env: { ...env, SIGNET_PARENT: String(process.pid) },
    stdio: ['ignore', output, output, 'ipc'],
    lifetime,
  })

/**
 * A service is all of its parts: when one ends by itself, the command says so and ends with its exit code.
 * @param {{name: string, exited: Promise<End>}[]} programs
 * @param {{exited?: Promise<unknown>}} database
 * @param {Lifetime} lifetime
 * @returns {Promise<number>}
 */
export async function untilOneEnds(programs, database, lifetime) {
  const ends = programs.map(async ({ name, exited }) => ({ name, code: (await exited).code }))
  if (database.exited) ends.push(database.exited.then(() => ({ name: 'embedded database', code: 1 })))
  const { name, code } = await Promise.race(ends)
  if (!lifetime.isEnding()) console.error(`\nThe ${name} ended by itself with code ${code}: see what it said above.`)
  return code || 1
}

/** @param {number} milliseconds */
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
