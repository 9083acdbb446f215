/** Builds what `npm start` and the end-to-end tests run, when the sources changed since. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { isPackedSdk, isSdkPacked, packSdk } from './build-sdk.mjs'
import { areBundled, bundle } from './bundle.mjs'
import { hashContents, isStampedWith, writeStamp } from './content-hash.mjs'
import { Failure } from './failure.mjs'
import { nodeTool, runNode } from './processes.mjs'
import { step } from './progress.mjs'
import { inProject } from './root.mjs'

/** @import {Lifetime} from './lifetime.mjs' */

const STAMP = inProject('.next', 'signet-content-hash')

const FOLDERS = ['app', 'lib', 'components', 'public']
const PROGRAMS = ['server.ts', 'worker.ts', 'smtp.ts', 'prisma/seed.ts', 'prisma/schema.prisma', 'proxy.ts', 'instrumentation.ts']
const SETTINGS = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'next.config.mjs',
  'postcss.config.mjs',
  'scripts/lib/build.mjs',
  'scripts/lib/build-sdk.mjs',
  'scripts/lib/bundle.mjs',
]

const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n'
const COMPRESSIBLE = /\.(js|css|svg|json|txt)$/
const FORMATS = { br: promisify(brotliCompress), gz: promisify(gzip) }

/** @param {string} file */
const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file)

/** @param {Lifetime} lifetime */
export async function buildWhenStale(lifetime) {
  const hash = hashContents([...FOLDERS, ...PROGRAMS, ...SETTINGS], { skip: (file) => isTest(file) || isPackedSdk(file) })
  if (isStampedWith(STAMP, hash) && existsSync(inProject('.next', 'BUILD_ID')) && areBundled() && isSdkPacked()) return
  await step('Building', async () => {
    await bundle()
    await packSdk(lifetime)
    await buildNext(lifetime)
    hintCompilation()
    await precompress(inProject('.next', 'static'))
  })
  writeStamp(STAMP, hash)
}

/** @param {Lifetime} lifetime */
async function buildNext(lifetime) {
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const { code, output } = await runNode([nodeTool('next', 'dist', 'bin', 'next'), 'build'], { env, lifetime })
  if (code !== 0) throw new Failure('The build failed: correct the code as said above.', { output })
}

/**
 * Marks the scripts that every page runs from end to end, so that browsers which know the mark compile them aside while they
 * arrive, and not function by function when each is first called, which is when somebody wants to type.
 * @see https://v8.dev/blog/explicit-compile-hints
 */
function hintCompilation() {
  /** @type {{ rootMainFiles: string[] }} */
  const { rootMainFiles } = JSON.parse(readFileSync(inProject('.next', 'build-manifest.json'), 'utf8'))
  for (const file of rootMainFiles.map((name) => inProject('.next', name))) {
    const script = readFileSync(file, 'utf8')
    if (!script.startsWith(COMPILE_HINT)) writeFileSync(file, COMPILE_HINT + script)
  }
}

/**
 * Puts a compressed copy beside every static file, made once with the strongest setting instead of at each request.
 * @param {string} dir
 */
async function precompress(dir) {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => COMPRESSIBLE.test(file))
  for (const file of files.map((name) => path.join(dir, name))) {
    const content = readFileSync(file)
    for (const [suffix, compress] of Object.entries(FORMATS)) writeFileSync(`${file}.${suffix}`, await compress(content))
  }
}
