import { ROUTES } from './routes'
import { fromWeb } from './web-message'

export type Sent = { form?: Record<string, string | undefined> | string; query?: string; headers?: Record<string, string>; contentType?: string }

/** For tests: an endpoint's answer before it is written: the wire, and what stays behind. */
export async function ask(method: 'GET' | 'POST', path: string, { form, query = '', headers = {}, contentType }: Sent = {}) {
  const body = typeof form === 'object' ? new URLSearchParams(JSON.parse(JSON.stringify(form))).toString() : form
  const type = body === undefined ? {} : { 'content-type': contentType ?? 'application/x-www-form-urlencoded' }
  const request = new Request(`http://localhost:3000${path}${query}`, {
    method,
    body,
    headers: { ...type, ...headers },
    duplex: 'half',
  } as RequestInit)
  const reply = await ROUTES.find((route) => route.path === path)?.handle(fromWeb(request), {})
  if (!reply) throw new Error(`no endpoint at ${path}`)
  const { reason, ...wire } = reply
  return { reason, wire }
}
