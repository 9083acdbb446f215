import { expect, it } from 'vitest'
import { ApiError } from '#lib/core/api-error'
import { endpoint } from './endpoint'
import { OPERATIONS } from './endpoints/openapi'
import type { HttpRequest } from './message'
import { openApiDocument } from './openapi'
import { RETIREMENTS, type Retirement, retirementHeaders } from './retirements'

/** Made up: nothing is retired yet. */
const INVENTED: Retirement[] = [{ method: 'GET', path: '/api/v1/me', deprecated: '2027-01-15', sunset: '2028-01-15', instead: 'GET /api/v2/company' }]

const asked = (method: string): HttpRequest => ({
  id: 'req_1',
  method,
  url: '/api/v1/me',
  header: () => null,
  readBody: async () => Buffer.alloc(0),
})

const HEADERS = {
  Deprecation: '@1799971200',
  Sunset: 'Sat, 15 Jan 2028 00:00:00 GMT',
  Link: expect.stringMatching(/^<http[^>]+\/docs\/versioning>; rel="deprecation"; type="text\/html", <[^>]+>; rel="sunset"; type="text\/html"$/),
}

it('every answer of a retired operation names both days, a refusal too, and no other method of the path does', async () => {
  const refuse = async () => {
    throw new ApiError('not_found', 'There is no such resource.')
  }
  const answer = async () => ({ status: 200, headers: {}, body: '{}' })
  const style = { present: () => ({ status: 404, headers: {}, body: null }), methodNotAllowed: () => ({ status: 405, headers: {}, body: null }) }
  const given = endpoint('/api/v1/me', { GET: answer, PATCH: answer }, style, INVENTED)
  const refused = endpoint('/api/v1/me', { GET: refuse }, style, INVENTED)
  for (const [reply, status] of [
    [await given.handle(asked('GET'), {}), 200],
    [await given.handle(asked('HEAD'), {}), 200],
    [await refused.handle(asked('GET'), {}), 404],
  ] as const) {
    expect(reply.status).toBe(status)
    expect(reply.headers).toMatchObject(HEADERS)
  }
  for (const method of ['PATCH', 'DELETE']) expect(Object.keys((await given.handle(asked(method), {})).headers)).not.toContain('Sunset')
  expect(retirementHeaders('/api/v1/apps', 'GET', INVENTED)).toEqual({})
})

it('a refused operation that is retired keeps the link to what its code means', async () => {
  const own = { Link: '<https://login.example/docs/errors#api-not_found>; rel="help"' }
  const style = { present: () => ({ status: 404, headers: own, body: null }), methodNotAllowed: () => ({ status: 405, headers: {}, body: null }) }
  const refuse = async () => {
    throw new ApiError('not_found', 'There is no such resource.')
  }
  const linkOf = async (retirements: typeof INVENTED) =>
    (await endpoint('/api/v1/me', { GET: refuse }, style, retirements).handle(asked('GET'), {})).headers.Link
  expect(await linkOf(INVENTED)).toMatch(new RegExp(`^${own.Link}, <.*rel="sunset"`))
  expect(await linkOf([])).toBe(own.Link)
})

it('the OpenAPI document calls a retired operation deprecated and says until when', () => {
  const { paths } = openApiDocument(OPERATIONS, 'https://login.example', INVENTED)
  expect(paths['/api/v1/me']?.get).toMatchObject({
    deprecated: true,
    description: expect.stringContaining('ends on 2028-01-15. Use GET /api/v2/company.'),
  })
  expect(
    Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .filter((one) => 'deprecated' in one),
  ).toHaveLength(1)
})

/** @param day `YYYY-MM-DD` */
const yearAfter = (day: string) => `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`

it.each([...RETIREMENTS, ...INVENTED])(
  '$method $path is announced 12 months ahead, and is an operation or was one',
  ({ deprecated, sunset, path }) => {
    expect([deprecated, sunset].every((day) => /^\d{4}-\d\d-\d\d$/.test(day))).toBe(true)
    expect(sunset >= yearAfter(deprecated)).toBe(true)
    expect(path).toMatch(/^\/(api\/v\d+|v\d+|oauth2)\//)
  },
)
