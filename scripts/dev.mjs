/** `npm run dev`: Next's development server on the same database, demo and settings as `npm start`. */
import './lib/require-node.mjs'
import { bundle, programNames } from './lib/bundle.mjs'
import { readConfiguration } from './lib/configuration.mjs'
import { makePrivateDir, requireDataDir } from './lib/data-dir.mjs'
import { openDatabase } from './lib/database.mjs'
import { describeDemo, seedDemo } from './lib/demo.mjs'
import { programEnvironment } from './lib/environment.mjs'
import { installDependencies } from './lib/install.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { refuseBusyPort } from './lib/ports.mjs'
import { generatePrismaClient } from './lib/prisma-client.mjs'
import { nodeTool } from './lib/processes.mjs'
import { startProgram } from './lib/programs.mjs'
import { say } from './lib/progress.mjs'
import { copyServedPackages } from './lib/served-packages.mjs'
import { untilOneEnds } from './lib/until-one-ends.mjs'

await runCommand(async (lifetime) => {
  const configuration = readConfiguration()
  const { port, host, dataDir, isEmbedded } = configuration
  makePrivateDir(dataDir)
  await requireDataDir(dataDir, 'npm run dev', lifetime)
  await refuseBusyPort(port, host)

  await installDependencies(lifetime)
  await generatePrismaClient(lifetime)
  copyServedPackages()
  await bundle(programNames().filter((name) => name === 'seed'))

  const database = await openDatabase(configuration, lifetime)
  const env = { ...programEnvironment(configuration, database.url), NODE_ENV: 'development' }
  if (isEmbedded) await seedDemo({ dataDir, wasMigrated: database.wasMigrated, env, lifetime })

  for (const line of isEmbedded ? describeDemo(dataDir) : []) say(line)
  const next = startProgram([nodeTool('next', 'dist', 'bin', 'next'), 'dev', '-H', host, '-p', String(port)], { env, lifetime })
  return untilOneEnds([{ name: 'development server', ...next }], database, lifetime)
})
