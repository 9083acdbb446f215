import { describe, expect, it } from 'vitest'
import { randomBase62 } from '#lib/core/random-id'
import { issueSecret } from '#lib/core/secret-token'
import { loggablePath } from './log-request'

describe('the path in the log', () => {
  it.each(['confirm', 'recover', 'verify', 'account/email', 'company/confirm', 'company/recover', 'company/join', 'unheard-of'])(
    'has no secret of a link to /%s',
    (page) => {
      for (const secret of [issueSecret('sgm').secret, randomBase62(43)]) {
        expect(loggablePath(`/${page}/${secret}?a=b`)).toBe(`/${page}/…`)
        expect(loggablePath(`/${page}/${secret.slice(0, -3)}/progress`)).toBe(`/${page}/…/progress`)
      }
    },
  )

  it('has the ids that help to find a fault', () => {
    expect(loggablePath('/api/v1/apps/app_0123456789abcdefghijkl?x=1')).toBe('/api/v1/apps/app_0123456789abcdefghijkl')
    expect(loggablePath('/company/verification-guide')).toBe('/company/verification-guide')
  })
})
