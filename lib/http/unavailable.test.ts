import { expect, it, vi } from 'vitest'

// Nothing listens there; the environment is read when it is first needed.
vi.stubEnv('DATABASE_URL', 'postgresql://127.0.0.1:1/none')

import { issueSecret } from '#lib/core/secret-token'
import { OPERATIONS } from './endpoints/openapi'
import { bodyOf, call } from './test-call'

it.each(OPERATIONS.map(({ method, path }) => `${method} ${path}`))(
  '%s answers 503 with Retry-After while the database is out of reach',
  async (route) => {
    const response = await call({ apiKey: issueSecret('sgk').secret }, route, { id: 'app_0000000000000000000000' })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await bodyOf(response)).toEqual({ error: 'service_unavailable', message: expect.any(String) })
  },
)
