import { afterAll, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { identityFor, verifierIdentity } from '../identity/verifier-identity'
import { trustAnchors } from '../trust/trust-anchors'
import { walletPorts } from '../wallet-ports'
import { createAuthority } from './authority'
import { derivedKeyPair } from './derived-keys'
import { SPECIMEN_LIST } from './specimen-list'
import { specimenPorts } from './specimen-ports'

afterAll(closeDatabase)

it('beside a database of one’s own no specimen issuer is trusted or asked as whom, but in tests', async () => {
  expect(await trustAnchors('signet.specimen.1')).toEqual([])
  expect(await verifierIdentity()).toBeNull()
  expect(await identityFor(false)).toBeNull()
  await expect(walletPorts().statusLists(SPECIMEN_LIST)).rejects.toThrow()
  expect((await identityFor(true))?.clientId).toBe('x509_san_dns:localhost')
})

it('in tests nobody is trusted but the issuer of specimens, and nothing is fetched', async () => {
  for (const type of ['urn:eudi:pid:1', 'eu.europa.ec.eudi.pid.1', 'org.iso.18013.5.1.mDL', 'eu.europa.ec.av.1'])
    expect(await specimenPorts.trustAnchors(type)).toEqual([])
  expect(await specimenPorts.trustAnchors('urn:signet:specimen:1')).toHaveLength(1)
  await expect(specimenPorts.statusLists('https://lists.example/1')).rejects.toThrow('no specimen')
  await expect(specimenPorts.revocationLists('https://lists.example/1')).rejects.toThrow('no specimen')
})

it('each process derives the same keys, a name its own', async () => {
  const [one, same, other] = [
    await createAuthority('A', {}, derivedKeyPair),
    await createAuthority('A', {}, derivedKeyPair),
    await createAuthority('B', {}, derivedKeyPair),
  ]
  expect([one.key, one.rootKey]).toEqual([same.key, same.rootKey])
  expect(new Set([one.key.d, one.rootKey.d, other.key.d, other.rootKey.d]).size).toBe(4)
})
