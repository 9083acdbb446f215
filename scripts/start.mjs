/**
 * `npm start`: from a fresh clone, or the last run, to the running service. With `--dev` (`npm run dev`) Next's development
 * server takes the programs' place, on the same database, demo and settings.
 */
import './lib/require-node.mjs'
import { buildWhenStale } from './lib/build.mjs'
import { bundle, programFile } from './lib/bundle.mjs'
import { checkSettings, checkSurroundings } from './lib/check.mjs'
import { chooseSmtpAddress, readConfiguration } from './lib/configuration.mjs'
import { makePrivateDir, requireDataDir } from './lib/data-dir.mjs'
import { openDatabase } from './lib/database.mjs'
import { describeDemo, seedDemo } from './lib/demo.mjs'
import { programEnvironment } from './lib/environment.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { refuseBusyPort } from './lib/ports.mjs'
import { prepare } from './lib/prepare.mjs'
import { nodeTool, startProgram, untilOneEnds } from './lib/processes.mjs'
import { say } from './lib/progress.mjs'
import { waitForHttp } from './lib/wait-until-up.mjs'

const isDevelopment = process.argv.includes('--dev')

await runCommand(async (lifetime) => {
  const configuration = readConfiguration()
  const { port, host, baseUrl, dataDir, isEmbedded } = configuration
  makePrivateDir(dataDir)
  await requireDataDir(dataDir, isDevelopment ? 'npm run dev' : 'npm start', lifetime)
  await refuseBusyPort(port, host)
  const smtpListen = await chooseSmtpAddress()

  await prepare(lifetime)
  await checkSettings(configuration)
  if (!isEmbedded) await checkSurroundings(configuration, lifetime)
  if (isDevelopment) {
    await bundle(['seed'])
  } else await buildWhenStale(lifetime)

  const database = await openDatabase(configuration, lifetime)
  const env = { ...programEnvironment(configuration, database.url), SMTP_LISTEN: smtpListen }
  if (isEmbedded) await seedDemo({ dataDir, wasMigrated: database.wasMigrated, env, lifetime })
  const demo = isEmbedded ? describeDemo(dataDir) : []

  if (isDevelopment) {
    for (const line of demo) say(line)
    const args = [nodeTool('next', 'dist', 'bin', 'next'), 'dev', '-H', host, '-p', String(port)]
    const next = startProgram(args, { env: { ...env, NODE_ENV: 'development' }, lifetime })
    return untilOneEnds([{ name: 'development server', ...next }], database, lifetime)
  }

  const server = startProgram([programFile('server')], { env, lifetime })
  // One host, three programs: each needs a port of its own for what it tells about itself.
  const worker = startProgram([programFile('worker')], { env: { ...env, OPS_LISTEN: process.env.WORKER_OPS_LISTEN ?? '' }, lifetime })
  const isMailOff = configuration.env.MAIL === 'off'
  const smtpEnv = { ...env, OPS_LISTEN: process.env.SMTP_OPS_LISTEN ?? '' }
  const smtp = isMailOff ? {} : { smtp: startProgram([programFile('smtp')], { env: smtpEnv, lifetime }) }
  const programs = Object.entries({ server, worker, ...smtp }).map(([name, program]) => ({ name, ...program }))
  const end = untilOneEnds(programs, database, lifetime)
  const early = await Promise.race([end, waitForHttp({ name: 'web server', host, port, baseUrl, program: server })])
  if (early !== undefined) return early

  const mail = isMailOff ? 'MAIL is off: none is sent or received' : `Mail for aliases is received at ${smtpListen}`
  const outbox = isEmbedded && !isMailOff ? [`Mail that would leave is shown at ${baseUrl}/dev/outbox`] : []
  for (const line of ['', `Signet runs at ${baseUrl} (stop it with Ctrl-C)`, mail, ...outbox, '', ...demo]) say(line)
  return end
})
