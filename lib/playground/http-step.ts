/** One request with its answer, as it went over the wire, ready to be shown. */
export type HttpStep = { request: string; response: string; status: number | null }

const TIMEOUT_MS = 10_000
/** Answer headers worth showing; the rest is transport. */
const SHOWN = ['content-type', 'cache-control', 'www-authenticate', 'x-request-id']

type Call = {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  form?: Record<string, string> /** replaces what must not be shown */
  mask?: (text: string) => string
}

/** Makes a request and writes it down. The answer's JSON is returned beside it; null when there was none. */
export async function httpStep({
  method,
  url,
  headers,
  form,
  mask = (text) => text,
}: Call): Promise<{ step: HttpStep; json: Record<string, unknown> | null }> {
  const target = new URL(url)
  const sent = { ...headers, ...(form && { 'Content-Type': 'application/x-www-form-urlencoded' }) }
  const head = [
    `${method} ${target.pathname}${target.search} HTTP/1.1`,
    `Host: ${target.host}`,
    ...Object.entries(sent).map(([name, value]) => `${name}: ${value}`),
  ]
  const body = form && Object.entries(form).map((pair) => new URLSearchParams([pair]).toString())
  const request = mask([...head, ...(body ? ['', body.join('\n&')] : [])].join('\n'))
  try {
    const answer = await fetch(url, {
      method,
      headers: sent,
      body: form && new URLSearchParams(form).toString(),
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const text = await answer.text()
    const json = parse(text)
    const lines = SHOWN.filter((name) => answer.headers.has(name)).map((name) => `${name}: ${answer.headers.get(name)}`)
    const shown = [
      `HTTP/1.1 ${answer.status} ${answer.statusText}`,
      ...lines,
      ...(text ? ['', json ? JSON.stringify(json, null, 2) : text.slice(0, 2000)] : []),
    ]
    return { step: { request, response: mask(shown.join('\n')), status: answer.status }, json }
  } catch {
    return { step: { request, response: '', status: null }, json: null }
  }
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
