import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Failure } from '../failure.mjs'
import { runProcess } from '../processes.mjs'
import { inProject } from '../root.mjs'

/** @typedef {{folder: string, isUsed: boolean, run: (command: string, args: string[], within?: string) => Promise<void>}} Work */

export const CLIENTS = inProject('dist', 'clients')

/**
 * A folder of its own for one language, and a way to run its tools there.
 * @param {string} name @param {import('../lifetime.mjs').Lifetime} lifetime @returns {Work}
 */
export function workOn(name, lifetime) {
  const folder = path.join(CLIENTS, name)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return {
    folder,
    isUsed: Boolean(process.env.SIGNET_API_KEY),
    run: async (command, args, within = '.') => {
      const program = command.startsWith('venv/') ? path.join(folder, command) : command
      const { code, output } = await runProcess(program, args, { cwd: path.join(folder, within), lifetime })
      if (code !== 0) throw new Failure(`${name}: ${command} ${args.join(' ')} failed.`, { output })
      const said = output.split('\n').findLast((line) => line.includes(': cli_'))
      if (said) console.log(`  ${said.trim()}`)
    },
  }
}
