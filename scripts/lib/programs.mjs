/** Starts our own long-running Node programs so that they never outlive the command. */
import { pathToFileURL } from 'node:url'
import { startProcess } from './processes.mjs'
import { inProject } from './root.mjs'

const PRELOAD = pathToFileURL(inProject('scripts', 'lib', 'exit-with-parent.mjs')).href

/** @param {{env: object, lifetime: object, output?: 'inherit' | number}} options output may be an open log file */
export const startProgram = (args, { env, lifetime, output = 'inherit' }) =>
  startProcess(process.execPath, ['--import', PRELOAD, ...args], {
    env: { ...env, SIGNET_PARENT: String(process.pid) },
    stdio: ['ignore', output, output, 'ipc'],
    lifetime,
  })
