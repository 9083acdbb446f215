import { afterAll, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { verifierIdentity } from '../identity/verifier-identity'
import { trustAnchors } from '../trust/trust-anchors'
import { specimenAuthorities } from './specimen-authorities'
import { specimenList } from './specimen-list'

afterAll(closeDatabase)

it('beside a database of one’s own no specimen issuer is made, trusted or asked as whom', async () => {
  expect(() => specimenAuthorities()).toThrow('embedded default only')
  await expect(specimenList()).rejects.toThrow('embedded default only')
  expect(await trustAnchors('signet.specimen.1')).toEqual([])
  expect(await verifierIdentity()).toBeNull()
})
