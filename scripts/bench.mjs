/** `npm run bench [protocol|pages|growth|memory|verifications]`: measurements on a Postgres of their own; never part of the tests. */
import './lib/require-node.mjs'
import { benchmarkEnvironment } from './lib/benchmarks/environment.mjs'
import { buildWhenStale } from './lib/build.mjs'
import { bundleInto } from './lib/bundle.mjs'
import { Failure } from './lib/failure.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { installDependencies } from './lib/install.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { generatePrismaClient } from './lib/prisma-client.mjs'
import { runNode } from './lib/processes.mjs'
import { openWorkspace } from './lib/testing/workspace.mjs'

/** The programs of each benchmark; the first one runs the rest. */
const BENCHMARKS = {
  protocol: { main: 'bench/protocol/main.ts', limit: 'bench/protocol/limit.ts', peer: 'bench/protocol/peer.ts' },
  pages: { main: 'bench/pages/main.ts' },
  growth: { main: 'bench/growth/main.ts' },
  memory: { main: 'bench/memory/main.ts' },
  verifications: { main: 'bench/verifications/main.ts', caller: 'bench/verifications/caller.ts' },
}

await runCommand(async (lifetime) => {
  const [name = 'protocol', ...rest] = process.argv.slice(2)
  const programs = BENCHMARKS[name]
  if (!programs) throw new Failure(`There is no benchmark "${name}": choose one of ${Object.keys(BENCHMARKS).join(', ')}.`)
  await installDependencies(lifetime)
  await generatePrismaClient(lifetime)
  await buildWhenStale(lifetime)
  await bundleInto('dist/bench', programs)
  const workspace = await openWorkspace(lifetime, { isProduction: true })
  const env = await benchmarkEnvironment(workspace)
  if (name === 'pages') env.CHROMIUM_PATH = await findChromium(lifetime)
  const { code } = await runNode(['dist/bench/main.mjs', ...rest], { env, show: true, lifetime })
  return code
})
