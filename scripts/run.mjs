/** `node scripts/run.mjs FILE [arguments]`: bundles a TypeScript program of the project and runs it. */
import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { inProject, projectRoot } from './lib/root.mjs'

const [file] = process.argv.splice(2, 1)
if (!file) throw new Error('Say which file to run.')
const outfile = inProject('dist', 'run', `${basename(file, '.ts')}.mjs`)
await build({
  absWorkingDir: projectRoot,
  entryPoints: [file],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
})
await import(pathToFileURL(outfile).href)
