/** Where the project lies, whatever directory a command was started from. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectRoot = fileURLToPath(new URL('../../', import.meta.url))

/** @param {string[]} parts */
export const inProject = (...parts) => path.join(projectRoot, ...parts)
