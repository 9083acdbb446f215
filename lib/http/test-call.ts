import { aPassword } from '#lib/accounts/testing/a-password'
import { createCompany } from '#lib/companies/create-company'
import { issueApiKey } from '#lib/companies/issue-api-key'
import type { CompanyActor } from '#lib/companies/schema'
import { randomBase62 } from '#lib/core/random-id'
import { staffActor } from '../../e2e/fixtures/actor'
import { ROUTES } from './routes'
import { fromWeb, toWeb } from './web-message'

/** For tests: a company of their own with a key, and calls of the endpoints without a server in between. */
export type Caller = { actor: CompanyActor; apiKey: string; keyId: string }

export async function aCaller(): Promise<Caller> {
  const owner = { name: 'Owner', email: `${randomBase62(12)}@company.example`, ...(await aPassword()) }
  const { companyId, staffId } = await createCompany({ name: 'Test', owner })
  const actor = staffActor({ companyId, staffId })
  const { id, apiKey } = await issueApiKey(actor, 'Key')
  return { actor, apiKey, keyId: id }
}

export type Call = { id?: string; query?: string; body?: unknown; headers?: Record<string, string> }

/** @param route `METHOD /path/with/:id` as in the route table */
export async function call(caller: Pick<Caller, 'apiKey'> | null, route: string, { id = '', query = '', body, headers = {} }: Call = {}) {
  const [method = '', path = ''] = route.split(' ')
  const endpoint = ROUTES.find((one) => one.path === path)
  if (!endpoint) throw new Error(`no endpoint at ${path}`)
  const request = new Request(`http://localhost:3000${path.replace(':id', id)}${query}`, {
    method,
    headers: {
      ...(caller && { authorization: `Bearer ${caller.apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  })
  return toWeb(await endpoint.handle(fromWeb(request), path.includes(':id') ? { id } : {}), request)
}

export const bodyOf = async <Body = Record<string, unknown>>(response: Response) => (await response.json()) as Body
