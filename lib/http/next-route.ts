import type { Endpoint } from './endpoint'
import { ROUTES } from './routes'
import { fromWeb, toWeb } from './web-message'

/** Next leaves the parameters out where the path has none. */
type Context = { params: Promise<Record<string, string | string[] | undefined> | undefined> }

/** An endpoint as the exports of a Next route file: all methods, so that the endpoint answers for each of them. */
export function nextRoute(target: string | Endpoint) {
  const endpoint = typeof target === 'string' ? ROUTES.find((route) => route.path === target) : target
  if (!endpoint) throw new Error(`no endpoint at ${target}`)
  const handle = async (request: Request, context: Context) => {
    const params = Object.entries((await context.params) ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return toWeb(await endpoint.handle(fromWeb(request), Object.fromEntries(params)), request)
  }
  return { GET: handle, HEAD: handle, POST: handle, PUT: handle, PATCH: handle, DELETE: handle, OPTIONS: handle }
}
