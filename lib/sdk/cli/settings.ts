import { readFile, writeFile } from 'node:fs/promises'
import type { Signet } from '../client'
import type { Endpoints } from '../endpoints'
import { type App, changesOf, describeStep, parseSettings, planSettings, type Settings, type Step, settingsOf } from './plan'
import type { Terminal } from './terminal'

const readApps = (signet: Signet): Promise<App[]> => collect(signet.list('GET /api/v1/apps'))

const asText = (settings: Settings) => `${JSON.stringify(settings, null, 2)}\n`

/** `signet export [FILE]` */
export async function exportSettings(signet: Signet, { say }: Terminal, file?: string): Promise<void> {
  const text = asText(settingsOf(await readApps(signet)))
  if (file === undefined) return say(text.trimEnd())
  await writeFile(file, text)
  say(`Written to ${file}. It holds no secret.`)
}

/** `signet plan FILE` @returns whether there is something to do */
export async function plan(signet: Signet, { say }: Terminal, file: string): Promise<boolean> {
  const steps = planSettings(parseSettings(await readFile(file, 'utf8')), await readApps(signet))
  for (const step of steps) say(describeStep(step))
  if (steps.length === 0) say('Everything is as the file says.')
  return steps.length > 0
}

/** `signet apply FILE`: asks first. The `client_id` of each new app is written into the file. */
export async function apply(signet: Signet, terminal: Terminal, file: string, isAgreed: boolean): Promise<void> {
  const settings = parseSettings(await readFile(file, 'utf8'))
  const steps = planSettings(settings, await readApps(signet))
  for (const step of steps) terminal.say(describeStep(step))
  if (steps.length === 0) return terminal.say('Everything is as the file says.')
  if (!isAgreed && (await terminal.ask('Carry this out? Type yes: ')) !== 'yes') return terminal.say('Nothing was changed.')
  for (const step of steps) {
    await carryOut(signet, terminal, step)
    // After each, so that an app that was made is not made again when the next step fails.
    if (step.kind === 'create') await writeFile(file, asText(settings))
  }
}

type PatchBody = Endpoints['PATCH /api/v1/apps/{id}']['body']
type CreateBody = Endpoints['POST /api/v1/apps']['body']

async function carryOut(signet: Signet, { say }: Terminal, step: Step): Promise<void> {
  if (step.kind === 'change') {
    await change(signet, step.app.id, step.changes)
    return say(`${step.app.name}: changed`)
  }
  const { wanted } = step
  const { name, redirect_uris, scopes, client_type } = wanted
  const first = { name, redirect_uris, scopes, ...(client_type !== undefined && { client_type }) } as CreateBody
  const { client_secret, ...created } = await signet.request('POST /api/v1/apps', { body: first })
  wanted.client_id = created.client_id
  say(`${name}: made, client_id ${created.client_id}`)
  if (client_secret !== null) say(`client_secret, shown this once: ${client_secret}`)
  const changes = changesOf(wanted, created).filter(({ field }) => field !== 'scopes')
  if (changes.length > 0) await change(signet, created.id, changes)
}

const change = (signet: Signet, id: string, changes: { field: string; to: unknown }[]) =>
  signet.request('PATCH /api/v1/apps/{id}', { path: { id }, body: Object.fromEntries(changes.map(({ field, to }) => [field, to])) as PatchBody })

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
