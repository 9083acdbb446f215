/** Programs this command starts: each in a process group of its own, so that all of it and nothing else is stopped. */
import { spawn } from 'node:child_process'
import { inProject, projectRoot } from './root.mjs'

const GRACE_MS = 30_000
const KEPT_OUTPUT = 64 * 1024

export const nodeTool = (...path) => inProject('node_modules', ...path)

/**
 * Starts a program that goes on running. `exited` answers its exit code and never throws.
 * With `lifetime` the program ends with the command.
 */
export function startProcess(command, args, { env = process.env, stdio = 'inherit', lifetime, ...rest } = {}) {
  const child = spawn(command, args, {
    cwd: projectRoot,
    // A terminal sends Ctrl-C to its whole process group; detached, the programs stop in our order instead.
    detached: true,
    ...rest,
    env,
    stdio: Array.isArray(stdio) ? stdio : ['ignore', stdio, stdio],
  })
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, error }))
    child.once('exit', (code, signal) => resolve({ code: code ?? 1, signal }))
  })
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

  const stop = async ({ signal = 'SIGTERM', hurry = () => false } = {}) => {
    if (!running) return
    signalGroup(signal)
    const deadline = Date.now() + GRACE_MS
    while (running && Date.now() < deadline && !hurry()) await Promise.race([exited, pause(100)])
    if (running) signalGroup('SIGKILL')
    await exited
  }
  lifetime?.onEnd(stop)
  return { child, exited, stop, isRunning: () => running }
}

/** Runs a program to its end; answers its exit code and the last of what it printed. */
export async function runProcess(command, args, { show = false, ...options } = {}) {
  if (show) return { ...(await startProcess(command, args, options).exited), output: '' }
  const { child, exited } = startProcess(command, args, { ...options, stdio: 'pipe' })
  let output = ''
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

export const runNode = (args, options) => runProcess(process.execPath, args, options)

export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
