import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { CREDENTIAL_TYPE_NAMES } from '../catalogue'
import { verifierIdentity } from '../identity/verifier-identity'
import { createPresentationRequest } from '../request/create-request'
import { signRequestObject } from '../request/sign-request-object'
import { openResponse } from '../response/open-response'
import { ERIKA } from '../testing/a-wallet'
import type { ResponseMode } from '../types'
import { verifyPresentation } from '../verify-presentation'
import { walletPorts } from '../wallet-ports'
import { answerAsSpecimen, specimensAsked } from './answer-as-specimen'
import { MISBEHAVIOUR_NAMES, MISBEHAVIOURS, type MisbehaviourName } from './misbehaviour'

vi.hoisted(() => {
  process.env.EMBEDDED = 'true'
})
process.env.DATA_DIR = mkdtempSync(path.join(tmpdir(), 'signet-specimens-'))
afterAll(closeDatabase)

async function ask(id: 'specimen_sd_jwt' | 'specimen_mdoc', misbehaviour?: MisbehaviourName, responseMode: ResponseMode = 'direct_post.jwt') {
  const identity = await verifierIdentity()
  if (!identity) throw new Error('the embedded default has an identity')
  const channel =
    responseMode === 'dc_api.jwt' ? { responseMode, origin: 'http://localhost:3000' } : { responseMode, responseUri: 'http://localhost:3000/r' }
  const asked = { clientId: identity.clientId, fields: ['given_name', 'age_over_18'] as const, types: CREDENTIAL_TYPE_NAMES, channel }
  const request = await createPresentationRequest(asked)
  if (!request) throw new Error('specimens tell an age')
  const requestObject = await signRequestObject(request, identity, { now: new Date() })
  expect(specimensAsked(requestObject)).toEqual(['specimen_sd_jwt', 'specimen_mdoc'])
  const opened = await openResponse(request, await answerAsSpecimen(requestObject, id, ERIKA, misbehaviour))
  return opened.outcome === 'refused' ? opened : verifyPresentation(request, opened, walletPorts(), new Date())
}

describe.each([
  ['specimen_sd_jwt', 0],
  ['specimen_mdoc', 1],
] as const)('the specimen wallet with %s', (id, column) => {
  it('is believed on the embedded default, in every response mode', async () => {
    for (const mode of ['direct_post', 'direct_post.jwt', 'dc_api.jwt'] as const) {
      const claims = { given_name: 'Erika', age_over_18: true }
      expect(await ask(id, undefined, mode)).toMatchObject({
        outcome: 'verified',
        isSpecimen: true,
        claims,
        issuer: { name: 'Signet specimen issuer root' },
      })
    }
  })

  it.each(MISBEHAVIOUR_NAMES)('is refused for %s', async (name) => {
    expect(await ask(id, name)).toMatchObject({ outcome: 'refused', code: MISBEHAVIOURS[name][column] })
  })
})
