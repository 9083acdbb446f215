/**
 * What a span may say. Values come from lists of ours (routes, statements, kinds of work, codes), or are counts and the id of
 * the request that the log names too; nothing of a query's values, a path, a header or a message has a place here.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/, database/database-spans/
 */
export const SPAN_FACTS = [
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'db.system.name',
  'db.query.summary',
  'error.type',
  'signet.job.kind',
  'signet.job.tries',
  'signet.request_id',
] as const

export type SpanFacts = Partial<Record<(typeof SPAN_FACTS)[number], string | number>>

/** A span that is open: `inside` makes it the parent of what is opened in `work`. */
export type OpenSpan = { inside<Result>(work: () => Result): Result; end(facts?: SpanFacts): void }

/** @property open `parent`: a `traceparent` from outside this process; left out, the span that is open here */
export type Tracer = {
  open(name: string, kind: 'server' | 'client' | 'consumer', facts: SpanFacts, parent?: string): OpenSpan
  /** The span that is open here, as `traceparent` has it. @see W3C Trace Context §3.2 */
  here(): string | null
  stop(): Promise<void>
}

// A process may hold this module several times, once for endpoints and once for pages.
const shared = globalThis as typeof globalThis & { signetTracer?: Tracer }

/** Nothing, unless somebody set tracing up: then everything below it costs one look. */
export const tracer = (): Tracer | undefined => shared.signetTracer

export const setTracer = (made: Tracer | undefined): void => {
  shared.signetTracer = made
}

/** Carries out a statement within a span of its own. @param summary its name, or what it does in one word */
export async function tracedStatement<Result>(summary: string, ask: () => Promise<Result>): Promise<Result> {
  const span = tracer()?.open(summary, 'client', { 'db.system.name': 'postgresql', 'db.query.summary': summary })
  if (!span) return ask()
  try {
    const result = await span.inside(ask)
    span.end()
    return result
  } catch (error) {
    span.end({ 'error.type': faultOf(error) })
    throw error
  }
}

/** A code of Postgres, of the system or of ours, or the class of what was thrown: never its message. */
export function faultOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  if (typeof code === 'string' && /^[A-Za-z0-9_]{2,40}$/.test(code)) return code
  return typeof name === 'string' && /^[A-Za-z]{2,40}$/.test(name) ? name : 'unknown'
}
