import { parseArgs } from 'node:util'
import { Signet } from '../client'
import { SignetError } from '../errors'
import { forgetCredentials, readCredentials } from './credentials'
import { forwardEvents, tailEvents } from './forward'
import { showLog } from './log'
import { logIn } from './log-in'
import { apply, exportSettings, plan } from './settings'
import { Table } from './table'
import type { Terminal } from './terminal'

const USAGE = `signet login URL           keep a key of your company on this machine
signet logout              forget it
signet whoami              whose key it is
signet apps                list the apps
signet rotate CLIENT_ID    a new client secret; the old one stops working at once
signet log                 the newest requests of apps and keys   [--follow] [--failed] [--app APP_ID] [--key KEY_ID] [--request-id REQ_ID]
signet events              show events as they happen   [--type TYPE,…] [--app APP_ID] [--after EVENT_ID]
signet forward URL         send them to a server of yours, signed like webhooks, with the same options
signet export [FILE]       the settings of all apps as a file, to be reviewed
signet plan FILE           what would be changed   [--check: ends with 1 if something would]
signet apply FILE          change it   [--yes: without asking]

SIGNET_URL and SIGNET_API_KEY go before what is kept.`

const OPTIONS = {
  type: { type: 'string' },
  app: { type: 'string' },
  after: { type: 'string' },
  key: { type: 'string' },
  'request-id': { type: 'string' },
  follow: { type: 'boolean', short: 'f', default: false },
  failed: { type: 'boolean', default: false },
  check: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

type Surroundings = { environment: NodeJS.ProcessEnv; terminal: Terminal; signal?: AbortSignal }

/** One command of `signet`. @returns what the process ends with */
export async function run(args: string[], { environment, terminal, signal }: Surroundings): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true })
    const [command = 'help', target] = positionals
    if (values.help || command === 'help') {
      terminal.say(USAGE)
      return 0
    }
    if (command === 'login') {
      await logIn(terminal, environment, target ?? missing('Say where Signet is: signet login https://login.example'))
      return 0
    }
    if (command === 'logout') {
      terminal.say(`Forgotten: ${await forgetCredentials(environment)}. The key still works until it is invalidated in the panel.`)
      return 0
    }
    const credentials = (await readCredentials(environment)) ?? missing('Log in first: signet login https://login.example')
    const signet = new Signet(credentials)
    const follow = { types: values.type?.split(','), appId: values.app, after: values.after, signal }
    switch (command) {
      case 'whoami':
        terminal.say(await whoIs(signet))
        return 0
      case 'apps':
        await listApps(signet, terminal)
        return 0
      case 'rotate':
        await rotate(signet, terminal, target ?? missing('Say which app: signet rotate cli_…'))
        return 0
      case 'log':
        await showLog(
          signet,
          terminal,
          { appId: values.app, keyId: values.key, isFailed: values.failed, signal },
          { follow: values.follow, requestId: values['request-id'] },
        )
        return 0
      case 'events':
        await tailEvents(signet, terminal, follow)
        return 0
      case 'forward':
        await forwardEvents(
          signet,
          terminal,
          target ?? missing('Say where to: signet forward http://localhost:4000/hook'),
          follow,
          environment.SIGNET_WEBHOOK_SECRET,
        )
        return 0
      case 'export':
        await exportSettings(signet, terminal, target)
        return 0
      case 'plan':
        return (await plan(signet, terminal, target ?? missing('Say which file: signet plan signet.json'))) && values.check ? 1 : 0
      case 'apply':
        await apply(signet, terminal, target ?? missing('Say which file: signet apply signet.json'), values.yes)
        return 0
      default:
        throw new Error(`There is no command ${command}.\n\n${USAGE}`)
    }
  } catch (fault) {
    const reference = fault instanceof SignetError && fault.requestId ? ` (${fault.code}, reference ${fault.requestId})` : ''
    terminal.say(`${fault instanceof Error ? fault.message : fault}${reference}`)
    return 2
  }
}

async function listApps(signet: Signet, terminal: Terminal): Promise<void> {
  const table = new Table(terminal, { 'client id': 26, status: 8, type: 12, name: 0 })
  for await (const { client_id, status, client_type, name } of signet.list('GET /api/v1/apps')) table.add([client_id, status, client_type, name])
}

function missing(words: string): never {
  throw new Error(words)
}

async function rotate(signet: Signet, { say }: Terminal, clientId: string): Promise<void> {
  for await (const app of signet.list('GET /api/v1/apps')) {
    if (app.client_id !== clientId) continue
    const { client_secret } = await signet.request('POST /api/v1/apps/{id}/rotate-secret', { path: { id: app.id } })
    return say(`client_secret of ${app.name}, shown this once: ${client_secret}`)
  }
  throw new Error(`${clientId} is no app of this company.`)
}

async function whoIs(signet: Signet): Promise<string> {
  const { name, environment } = await signet.request('GET /api/v1/me')
  return `${name} at ${signet.issuer} (${environment})`
}
