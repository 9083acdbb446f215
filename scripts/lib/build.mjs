/** Builds what `npm start` and the end-to-end tests run, when the sources changed since. */
import { existsSync } from 'node:fs'
import { areBundled, bundle } from './bundle.mjs'
import { hashContents, isStampedWith, writeStamp } from './content-hash.mjs'
import { Failure } from './failure.mjs'
import { precompress } from './precompress.mjs'
import { nodeTool, runNode } from './processes.mjs'
import { step } from './progress.mjs'
import { inProject } from './root.mjs'
import { copyServedPackages } from './served-packages.mjs'

const STAMP = inProject('.next', 'signet-content-hash')

const FOLDERS = ['app', 'lib', 'components', 'emails', 'messages', 'i18n', 'public', 'styles']
const PROGRAMS = ['server.ts', 'worker.ts', 'smtp.ts', 'prisma/seed.ts', 'prisma/schema.prisma', 'proxy.ts', 'instrumentation.ts']
const SETTINGS = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'next.config.mjs',
  'postcss.config.mjs',
  'scripts/lib/bundle.mjs',
  'scripts/lib/precompress.mjs',
]

const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file)

export async function buildWhenStale(lifetime) {
  copyServedPackages()
  const hash = hashContents([...FOLDERS, ...PROGRAMS, ...SETTINGS], { skip: isTest })
  if (isStampedWith(STAMP, hash) && existsSync(inProject('.next', 'BUILD_ID')) && areBundled()) return
  await step('Building', async () => {
    await bundle()
    await buildNext(lifetime)
    await precompress(inProject('.next', 'static'))
  })
  writeStamp(STAMP, hash)
}

async function buildNext(lifetime) {
  const env = { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' }
  const { code, output } = await runNode([nodeTool('next', 'dist', 'bin', 'next'), 'build'], { env, lifetime })
  if (code !== 0) throw new Failure('The build failed: correct the code as said above.', { output })
}
