import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trustAdd } from '#lib/admin/commands/trust-add'
import { trustImport } from '#lib/admin/commands/trust-import'
import { trustList } from '#lib/admin/commands/trust-list'
import { trustRemove } from '#lib/admin/commands/trust-remove'
import { closeDatabase } from '#lib/core/db'
import { readCertificate } from '../certificates/read-certificate'
import { type Authority, createAuthority, derOf } from '../specimen/authority'
import { aVical } from '../testing/a-vical'
import { anEtsiList, SERVICE, signList } from '../testing/an-etsi-list'
import { trustAnchors } from './trust-anchors'

const MDL = 'org.iso.18013.5.1.mDL'
const PID = 'urn:eudi:pid:1'

const folder = mkdtempSync(path.join(tmpdir(), 'signet-trust-'))
let n = 0
const file = (content: string | Uint8Array) => {
  const name = path.join(folder, String(n++))
  writeFileSync(name, content)
  return name
}
const pem = (der: string) => `-----BEGIN CERTIFICATE-----\n${der}\n-----END CERTIFICATE-----\n`
const fingerprintOf = (der: string) => readCertificate(derOf(der)).fingerprint
const trusts = async (type: string, der: string) =>
  (await trustAnchors(type)).some(({ certificate }) => Buffer.from(certificate).toString('base64') === der)

let [issuer, other, operator]: Authority[] = []
beforeAll(async () => {
  ;[issuer, other, operator] = await Promise.all(['issuer', 'other', 'operator'].map((name) => createAuthority(name)))
})
afterAll(closeDatabase)

const authority = () => ({ issuer: issuer as Authority, other: other as Authority, operator: operator as Authority })

describe('trust add', () => {
  it('trusts a root for the types it is listed for, shows it, and forgets it', async () => {
    const { root } = authority().issuer
    await trustAdd.run([file(pem(root))], { type: `${MDL},${PID}` })
    expect([await trusts(MDL, root), await trusts(PID, root), await trusts('eu.europa.ec.av.1', root)]).toEqual([true, true, false])
    expect((await trustList.run([], {})).join('\n')).toContain(fingerprintOf(root))
    await trustRemove.run([fingerprintOf(root)], {})
    expect(await trusts(MDL, root)).toBe(false)
    await expect(trustRemove.run([fingerprintOf(root)], {})).rejects.toThrow('no such certificate')
  })

  it('refuses what is no CA unless it is pinned, and a pin without an end', async () => {
    const [leaf = ''] = authority().issuer.chain
    await expect(trustAdd.run([file(pem(leaf))], { type: MDL })).rejects.toThrow('is no CA')
    await expect(trustAdd.run([file(pem(leaf))], { type: MDL, pin: 'true' })).rejects.toThrow('the day until which it is trusted')
    await trustAdd.run([file(pem(leaf))], { type: MDL, pin: 'true', until: '2090-01-01' })
    expect(await trusts(MDL, leaf)).toBe(true)
    await trustRemove.run([fingerprintOf(leaf)], {})
  })

  it.each([
    [{ type: 'nonsense' }, 'the types are of'],
    [{ type: 'urn:signet:specimen:1' }, 'the types are of'],
    [{}, '--type says'],
    [{ type: MDL, until: '2020-01-01' }, 'is over'],
    [{ type: MDL, until: 'tomorrow' }, '--until takes a day'],
  ])('with %j says what is wrong and changes nothing', async (options, message) => {
    const { root } = authority().issuer
    await expect(trustAdd.run([file(pem(root))], options)).rejects.toThrow(message)
    expect(await trusts(MDL, root)).toBe(false)
  })

  it('says that a file is not there, or holds no certificate', async () => {
    await expect(trustAdd.run(['/nowhere'], { type: MDL })).rejects.toThrow('ENOENT')
    await expect(trustAdd.run([file('text')], { type: MDL })).rejects.toThrow('no certificate in PEM')
    await expect(trustAdd.run([file(pem('AAAA'))], { type: MDL })).rejects.toThrow('holds no certificate')
  })
})

const signerOf = ({ chain }: Authority) => file(pem(chain[0] as string))

describe('trust import of an ETSI list', () => {
  const options = (signer: string) => ({ signer, service: SERVICE, type: PID })

  it('trusts the services of a kind that are granted, and forgets those of the list before', async () => {
    const { issuer, other, operator } = authority()
    const withdrawn = { certificate: other.root, status: 'http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/withdrawn' }
    const foreign = { certificate: operator.root, kind: 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC' }
    const first = signList(anEtsiList([{ certificate: issuer.root }, withdrawn, foreign]), operator)
    expect((await trustImport.run([file(first)], options(signerOf(operator))))[0]).toBe('1 trusted, 0 removed, 0 left out.')
    expect([await trusts(PID, issuer.root), await trusts(PID, other.root), await trusts(PID, operator.root)]).toEqual([true, false, false])
    const second = signList(anEtsiList([{ certificate: other.root }, { certificate: issuer.chain[0] as string }]), operator)
    expect((await trustImport.run([file(second)], options(signerOf(operator))))[0]).toBe('1 trusted, 1 removed, 1 left out.')
    expect([await trusts(PID, issuer.root), await trusts(PID, other.root)]).toEqual([false, true])
    await trustRemove.run([fingerprintOf(other.root)], {})
  })

  it.each<[string, (list: string, by: ReturnType<typeof authority>) => string, string]>([
    ['another signer', (list, by) => signList(list, by.other), 'issuer_signature_invalid'],
    ['no signature', (list) => list, 'presentation_malformed'],
    ['a change after it was signed', (list, by) => signList(list, by.operator).replace('>UT<', '>UX<'), 'issuer_signature_invalid'],
    ['another document around what was signed', (list, by) => `<x>${signList(list, by.operator)}</x>`, 'presentation_malformed'],
    ['a weak method', (list, by) => signList(list, by.operator, { method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }), 'algorithm_not_allowed'],
    ['properties that name another certificate', (list, by) => signList(list, by.operator, { namesSigner: false }), 'issuer_signature_invalid'],
    ['a document type', (list, by) => `<!DOCTYPE a>${signList(list, by.operator)}`, 'presentation_malformed'],
  ])('refuses %s', async (_, change, code) => {
    const by = authority()
    const list = change(anEtsiList([{ certificate: by.issuer.root }]), by)
    await expect(trustImport.run([file(list)], options(signerOf(by.operator)))).rejects.toThrow(code)
    expect(await trusts(PID, by.issuer.root)).toBe(false)
  })

  it('refuses a list that is over', async () => {
    const { issuer, operator } = authority()
    const list = signList(anEtsiList([{ certificate: issuer.root }], new Date(Date.now() - 1000)), operator)
    await expect(trustImport.run([file(list)], options(signerOf(operator)))).rejects.toThrow('credential_expired')
  })
})

describe('trust import of a VICAL', () => {
  it('trusts authorities for the doc types that the list and the catalogue know', async () => {
    const { issuer, operator } = authority()
    const vical = aVical(operator, [{ certificate: derOf(issuer.root), docType: [MDL, 'org.iso.23220.unknown'] }])
    expect((await trustImport.run([file(vical)], { signer: signerOf(operator) }))[0]).toBe('1 trusted, 0 removed, 0 left out.')
    expect([await trusts(MDL, issuer.root), await trusts(PID, issuer.root)]).toEqual([true, false])
    await trustImport.run([file(aVical(operator, []))], { signer: signerOf(operator) })
    expect(await trusts(MDL, issuer.root)).toBe(false)
  })

  it('refuses another signer, a changed byte, and one that is over', async () => {
    const { issuer, other, operator } = authority()
    const entries = [{ certificate: derOf(issuer.root), docType: [MDL] }]
    const changed = Buffer.from(aVical(operator, entries))
    changed[changed.indexOf('Utopia')] = 0x58
    for (const [list, code] of [
      [aVical(other, entries), 'issuer_signature_invalid'],
      [changed, 'issuer_signature_invalid'],
      [aVical(operator, entries, new Date(Date.now() - 1000)), 'credential_expired'],
      [Buffer.from('nonsense'), 'presentation_malformed'],
    ] as const) {
      await expect(trustImport.run([file(list)], { signer: signerOf(operator) })).rejects.toThrow(code)
    }
    expect(await trusts(MDL, issuer.root)).toBe(false)
  })
})
