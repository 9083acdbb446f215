import { basic } from '../fixtures/visitor'
import type { TestApp, TestCompany } from '../fixtures/world'
import { flatten, flattenAnswer } from './flatten'
import { type Observation, View } from './observation'

type Call = {
  params?: Record<string, string>
  query?: Record<string, string>
  form?: Record<string, string>
  json?: unknown
  headers?: Record<string, string>
  /** Tells calls of one operation apart. */
  note?: string
}

export type Answer = { status: number; location: string | null; json: Record<string, unknown> }

/**
 * An app with everything its company holds: the app's secret, an API key, the panel, mail. What it is told of a person it
 * writes down under that person; of which person an answer tells, it knows by its own pseudonyms only.
 */
export class Observer {
  readonly views: View[]
  readonly operations = new Set<string>()
  /** Names of fields in answers that tell of people, by operation. */
  readonly fields = new Map<string, Set<string>>()
  private readonly names: Set<string>[]

  constructor(
    readonly server: string,
    readonly company: TestCompany,
    readonly app: TestApp,
    people: number,
  ) {
    this.views = Array.from({ length: people }, () => new View())
    this.names = Array.from({ length: people }, () => new Set())
  }

  /** Begins a new page. @returns what was noted on the last one */
  freshPage(): View[] {
    return this.views.splice(0, this.views.length, ...this.views.map(() => new View()))
  }

  note = (person: number, observations: Iterable<Observation>) => this.view(person).add(observations)

  /** A text by which this company knows a person again. */
  learn = (person: number, ...names: string[]) => {
    for (const name of names) this.names[person]?.add(name)
  }

  whoIs = (text: string) => this.names.findIndex((names) => [...names].some((name) => text.includes(name)))

  /** Items of a list, each under the person it tells of, with its place. */
  attribute(path: string, items: readonly unknown[], take: (path: string, item: unknown) => Iterable<Observation> = flatten): void {
    for (const [place, item] of items.entries()) {
      const person = this.whoIs(typeof item === 'string' ? item : JSON.stringify(item))
      if (person >= 0) this.note(person, [...take(`${path} item`, item), [`${path} place`, String(place)]])
    }
  }

  /** @param person whom the answer is about, or null for a list or nobody */
  async call(person: number | null, method: string, path: string, call: Call = {}): Promise<Answer> {
    const { params = {}, query, form, json, note = '' } = call
    const filled = Object.entries(params).reduce((text, [name, value]) => text.replace(`:${name}`, value), path)
    const headers = { ...this.credentials(path), ...(json !== undefined && { 'content-type': 'application/json' }), ...call.headers }
    const body = json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json)
    const response = await fetch(`${this.server}${filled}${query ? `?${new URLSearchParams(query)}` : ''}`, {
      method,
      headers,
      body,
      redirect: 'manual',
    })
    const copy = response.clone()
    const operation = `${method} ${path}`
    this.operations.add(operation)
    const step = note ? `${operation} (${note})` : operation
    const answer = await copy.json().catch(() => ({}))
    if (person !== null) for await (const observation of flattenAnswer(step, response)) this.note(person, [observation])
    else this.attribute(step, (answer as { data?: unknown[] }).data ?? [])
    const items = (answer as { data?: unknown[] }).data?.filter((item) => this.whoIs(JSON.stringify(item)) >= 0)
    this.rememberFields(operation, person === null ? items : [answer])
    return { status: response.status, location: response.headers.get('location'), json: answer as Answer['json'] }
  }

  private view = (person: number) => this.views[person] as View

  private credentials(path: string): Record<string, string> {
    if (path.startsWith('/api/') || path.startsWith('/v1/')) return { authorization: `Bearer ${this.company.apiKey}` }
    return path === '/oauth2/userinfo' || path === '/oauth2/auth' ? {} : { authorization: basic(this.app) }
  }

  private rememberFields(operation: string, items: readonly unknown[] = []) {
    const known = this.fields.get(operation) ?? new Set()
    for (const item of items) for (const [path] of flatten('', item)) known.add(path)
    if (known.size > 0) this.fields.set(operation, known)
  }
}
