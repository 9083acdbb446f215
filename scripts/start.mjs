/** `npm start`: from a fresh clone, or the last run, to the running service. */
import './lib/require-node.mjs'
import { buildWhenStale } from './lib/build.mjs'
import { programFile, programNames } from './lib/bundle.mjs'
import { readConfiguration } from './lib/configuration.mjs'
import { makePrivateDir, requireDataDir } from './lib/data-dir.mjs'
import { openDatabase } from './lib/database.mjs'
import { describeDemo, seedDemo } from './lib/demo.mjs'
import { programEnvironment } from './lib/environment.mjs'
import { installDependencies } from './lib/install.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { refuseBusyPort } from './lib/ports.mjs'
import { generatePrismaClient } from './lib/prisma-client.mjs'
import { startProgram } from './lib/programs.mjs'
import { say } from './lib/progress.mjs'
import { chooseSmtpAddress } from './lib/smtp-address.mjs'
import { untilOneEnds } from './lib/until-one-ends.mjs'
import { waitForHttp } from './lib/wait-for-http.mjs'

await runCommand(async (lifetime) => {
  const configuration = readConfiguration()
  const { port, host, baseUrl, dataDir, isEmbedded } = configuration
  makePrivateDir(dataDir)
  await requireDataDir(dataDir, 'npm start', lifetime)
  await refuseBusyPort(port, host)
  const smtpListen = await chooseSmtpAddress()

  await installDependencies(lifetime)
  await generatePrismaClient(lifetime)
  await buildWhenStale(lifetime)

  const database = await openDatabase(configuration, lifetime)
  const env = { ...programEnvironment(configuration, database.url), SMTP_LISTEN: smtpListen }
  if (isEmbedded) await seedDemo({ dataDir, wasMigrated: database.wasMigrated, env, lifetime })

  const services = ['server', 'worker', 'smtp'].filter((name) => programNames().includes(name))
  // One host, two programs: each needs a port of its own for what it tells about itself.
  const own = { worker: { OPS_LISTEN: process.env.WORKER_OPS_LISTEN ?? '' } }
  const programs = services.map((name) => ({ name, ...startProgram([programFile(name)], { env: { ...env, ...own[name] }, lifetime }) }))
  const end = untilOneEnds(programs, database, lifetime)
  const early = await Promise.race([end, waitForHttp({ name: 'web server', host, port, baseUrl, program: programs[0] })])
  if (early !== undefined) return early

  const demo = isEmbedded ? describeDemo(dataDir) : []
  for (const line of ['', `Signet runs at ${baseUrl} (stop it with Ctrl-C)`, `Mail for aliases is received at ${smtpListen}`, '', ...demo]) say(line)
  return end
})
