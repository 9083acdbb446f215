import type { Endpoints } from '../endpoints'

export type App = Endpoints['GET /api/v1/apps/{id}']['answer']

/** An app as a file has it: its settings, and the `client_id` of one that exists. */
export type WantedApp = { name: string; client_id?: string } & Record<string, unknown>

export type Settings = { version: 1; apps: WantedApp[] }

export type Change = { field: string; from: unknown; to: unknown }

export type Step = { kind: 'create'; wanted: WantedApp } | { kind: 'change'; app: App; changes: Change[] }

/** What is given out and cannot be chosen. */
const GIVEN = new Set(['id', 'created_at', 'updated_at'])

/** Chosen once. */
const FIXED = new Set(['client_id', 'client_type'])

/** @throws Error in words, when the text is not such a file */
export function parseSettings(text: string): Settings {
  const settings = JSON.parse(text) as Partial<Settings> | null
  const isApp = (app: unknown) => typeof app === 'object' && app !== null && typeof (app as WantedApp).name === 'string'
  if (settings?.version !== 1 || !Array.isArray(settings.apps) || !settings.apps.every(isApp))
    throw new Error('This is not a file of `signet export`: it needs "version": 1 and "apps", each with a "name".')
  return settings as Settings
}

/** Apps as a file: without what is given out. */
export const settingsOf = (apps: readonly App[]): Settings => ({
  version: 1,
  apps: apps
    .map((app) => Object.fromEntries(Object.entries(app).filter(([field]) => !GIVEN.has(field))) as WantedApp)
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en') || String(one.client_id).localeCompare(String(other.client_id), 'en')),
})

/** What has to be done so that the apps are as the file says. Apps that it does not name stay as they are. @throws Error in words */
export function planSettings(wanted: Settings, existing: readonly App[]): Step[] {
  return wanted.apps.flatMap((one): Step[] => {
    if (one.client_id === undefined) {
      if (existing.some(({ name }) => name === one.name))
        throw new Error(`There is an app called ${JSON.stringify(one.name)} already: give its client_id, or another name.`)
      return [{ kind: 'create', wanted: one }]
    }
    const app = existing.find(({ client_id }) => client_id === one.client_id)
    if (!app) throw new Error(`${one.client_id} is no app of this company.`)
    for (const field of FIXED)
      if (one[field] !== undefined && one[field] !== app[field as keyof App]) throw new Error(`${app.name}: ${field} cannot be changed.`)
    const changes = changesOf(one, app)
    return changes.length > 0 ? [{ kind: 'change', app, changes }] : []
  })
}

/** The fields of an app that are to be others. */
export const changesOf = (wanted: WantedApp, app: App): Change[] =>
  Object.entries(wanted)
    .filter(([field]) => !GIVEN.has(field) && !FIXED.has(field))
    .map(([field, to]) => ({ field, from: app[field as keyof App], to }))
    .filter(({ from, to }) => JSON.stringify(sorted(from)) !== JSON.stringify(sorted(to)))

/** Lists of an app are sets. */
const sorted = (value: unknown) => (Array.isArray(value) ? value.toSorted() : value)

export const describeStep = (step: Step): string =>
  step.kind === 'create'
    ? `+ ${step.wanted.name}: a new app`
    : [
        `~ ${step.app.name} (${step.app.client_id})`,
        ...step.changes.map(({ field, from, to }) => `    ${field}: ${JSON.stringify(from)} → ${JSON.stringify(to)}`),
      ].join('\n')
