/** Bundles the programs that run beside Next. Packages stay outside, our own code goes in. */
import { existsSync } from 'node:fs'
import { asError, Failure } from './failure.mjs'
import { inProject, projectRoot } from './root.mjs'

/** @type {Record<string, string>} source file by name */
const PROGRAMS = {
  server: 'server.ts',
  worker: 'worker.ts',
  smtp: 'smtp.ts',
  seed: 'prisma/seed.ts',
  signet: 'lib/admin/signet.ts',
  settings: 'lib/core/env.ts',
  'document-thread': 'lib/documents/thread.ts',
}

/** @param {string} name */
export const programFile = (name) => inProject('dist', `${name}.mjs`)

/** @param {string} name */
const sourceOf = (name) => PROGRAMS[name] ?? ''

export const programNames = () => Object.keys(PROGRAMS).filter((name) => existsSync(inProject(sourceOf(name))))

export const areBundled = () => programNames().every((name) => existsSync(programFile(name)))

export const bundle = (names = programNames()) => bundleInto('dist', Object.fromEntries(names.map((name) => [name, sourceOf(name)])))

/**
 * @param {string} outdir
 * @param {Record<string, string>} entryPoints source file by name of the program
 * @param {Record<string, string>} instead file that stands for another, by the import of that as one importer writes it: `importer: import`
 */
export async function bundleInto(outdir, entryPoints, instead = {}) {
  if (Object.keys(entryPoints).length === 0) return
  // Imported late: on a fresh machine this file is loaded before the packages are installed.
  const { build } = await import('esbuild')
  try {
    await build({
      absWorkingDir: projectRoot,
      entryPoints,
      outdir,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      target: 'node20',
      sourcemap: 'linked',
      logLevel: 'silent',
      plugins: Object.entries(instead).map(([which, file]) => replacement(which, file)),
    })
  } catch (error) {
    throw new Failure('The programs could not be bundled: correct the code as said above.', { output: asError(error).message })
  }
}

/**
 * @param {string} which
 * @param {string} file
 * @returns {import('esbuild').Plugin}
 */
function replacement(which, file) {
  const [importer = '', written = ''] = which.split(': ')
  return {
    name: which,
    setup: (build) => {
      build.onResolve({ filter: /./ }, (asked) =>
        asked.path === written && asked.importer === inProject(importer) ? { path: inProject(file) } : undefined,
      )
    },
  }
}
