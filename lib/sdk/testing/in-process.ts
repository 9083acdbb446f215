import { ROUTES } from '#lib/http/routes'
import { fromWeb, toWeb } from '#lib/http/web-message'

/** For tests: the endpoints themselves as a `fetch`, with every request it was asked. */
export function inProcess() {
  const asked: string[] = []
  const ask = async (address: string | URL | Request, given?: RequestInit): Promise<Response> => {
    const request = new Request(address, given)
    const { pathname } = new URL(request.url)
    asked.push(`${request.method} ${pathname}`)
    for (const endpoint of ROUTES) {
      const match = new RegExp(`^${endpoint.path.replace(/(?<=\/):(\w+)/g, '(?<$1>[^/]+)')}$`).exec(pathname)
      if (match) return toWeb(await endpoint.handle(fromWeb(request), { ...match.groups }), request)
    }
    throw new Error(`no endpoint at ${pathname}`)
  }
  return { asked, fetch: ask as typeof fetch }
}
