import { DcqlQuery } from 'dcql'
import { beforeAll, expect, it } from 'vitest'
import { readCertificate } from '../certificates/read-certificate'
import { createPresentationRequest } from '../request/create-request'
import { type Authority, createAuthority, derOf } from '../specimen/authority'
import { anchorOf } from '../testing/a-wallet'
import type { TrustAnchor } from '../types'
import { keyIdentifiersOf } from './key-identifiers'

const MDL = 'org.iso.18013.5.1.mDL'
const AGE = 'eu.europa.ec.av.1'

let [named, nameless]: Authority[] = []
beforeAll(async () => {
  ;[named, nameless] = await Promise.all([createAuthority('named', { hasKeyIds: true }), createAuthority('nameless')])
})

const idsFor = (...anchors: TrustAnchor[]) => keyIdentifiersOf([MDL], async () => anchors)
const root = (types = [MDL]) => anchorOf(named as Authority, { types })
const leaf = () => (named as Authority).chain[0] as string
const idInLeaf = () => Buffer.from(readCertificate(derOf(leaf())).authorityKeyId ?? '', 'hex').toString('base64url')

it('an issuer that counts is named by the id that its certificates name above them, whether its root is listed or it is pinned', async () => {
  expect(idInLeaf()).toMatch(/^[\w-]{27}$/)
  expect(await idsFor(root(), root())).toEqual({ [MDL]: [idInLeaf()] })
  const pinned = anchorOf({ ...(named as Authority), root: leaf() }, { isPinned: true })
  expect(await idsFor(pinned)).toEqual({ [MDL]: [idInLeaf()] })
})

it('a type of which an issuer has no such id, or too many count, or none, names none: no wallet holds back what is trusted', async () => {
  expect(await idsFor(root(), anchorOf(nameless as Authority))).toEqual({})
  expect(await idsFor()).toEqual({})
  const many = await Promise.all(Array.from({ length: 51 }, (_, nth) => createAuthority(`root ${nth}`, { hasKeyIds: true })))
  expect(await idsFor(...many.map((each) => anchorOf(each)))).toEqual({})
})

it('stands in the query of that type alone, and the query is one by another implementation too', async () => {
  const channel = { responseMode: 'direct_post.jwt', responseUri: 'https://signet.example/wallet/response/1' } as const
  const asked = { clientId: 'x509_hash:a', fields: ['age_over_18'] as const, types: [MDL, AGE] as const, channel }
  const request = await createPresentationRequest({ ...asked, authorities: await keyIdentifiersOf([MDL], async () => [root()]) })
  const [mdl, age] = request?.query.credentials ?? []
  expect(mdl?.trusted_authorities).toEqual([{ type: 'aki', values: [idInLeaf()] }])
  expect(age).not.toHaveProperty('trusted_authorities')
  expect(() => DcqlQuery.validate(DcqlQuery.parse(request?.query as never))).not.toThrow()
  expect((await createPresentationRequest(asked))?.query.credentials[0]).not.toHaveProperty('trusted_authorities')
})
