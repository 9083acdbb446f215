/** Starts our own long-running Node programs so that they never outlive the command. */
import { startProcess } from './processes.mjs'

const PRELOAD = new URL('./exit-with-parent.mjs', import.meta.url).href

/** @param {{env: object, lifetime: object, output?: 'inherit' | number}} options output may be an open log file */
export const startProgram = (args, { env, lifetime, output = 'inherit' }) =>
  startProcess(process.execPath, ['--import', PRELOAD, ...args], {
    env: { ...env, SIGNET_PARENT: String(process.pid) },
    stdio: ['ignore', output, output, 'ipc'],
    lifetime,
  })
