import { deflateSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Authority, createAuthority } from '../specimen/authority'
import { statusListCwt, statusListJwt } from '../specimen/status-list'
import { anchorOf } from '../testing/a-wallet'
import { judgeStatus } from './judge-status'
import { readStatusList, statusAt } from './read-status-list'

const URI = 'https://issuer.example/status/1'

let [issuer, stranger]: Authority[] = []
beforeAll(async () => {
  ;[issuer, stranger] = await Promise.all([createAuthority('issuer'), createAuthority('stranger')])
})
const by = () => ({ issuer: issuer as Authority, stranger: stranger as Authority })

const judge = (list: Uint8Array, index: unknown = 3) =>
  judgeStatus({ index, uri: URI }, { anchors: [anchorOf(by().issuer)], statusLists: async () => list, now: new Date() })

describe('a status list', () => {
  it.each([
    [1, 'eNrbuRgAAhcBXQ', [1, 0, 0, 1, 1, 1, 0, 1, 1, 1, 0, 0, 0, 1, 0, 1]],
    [2, 'eNo76fITAAPfAgc', [1, 2, 0, 3, 0, 1, 0, 1, 1, 2, 3, 3]],
  ])('of %i bits is read as Token Status List §4.1 and §4.2 write it', (bits, lst, values) => {
    const list = readStatusList(bits, Buffer.from(lst, 'base64url'))
    expect(values.map((_, index) => statusAt(list, index))).toEqual(values)
    expect(statusAt(list, values.length)).toBeUndefined()
  })

  it('in either form says who stands and who does not', async () => {
    for (const list of [await statusListJwt(by().issuer, URI, { 7: 1, 8: 2 }), statusListCwt(by().issuer, URI, { 7: 1, 8: 2 })]) {
      await expect(judge(list, 3)).resolves.toBeUndefined()
      await expect(judge(list, 7)).rejects.toThrow('credential_revoked')
      await expect(judge(list, 8)).rejects.toThrow('credential_suspended')
    }
  })

  const now = Math.floor(Date.now() / 1000)
  const bomb = deflateSync(Buffer.alloc(17 * 1024 * 1024)).toString('base64url')
  it.each<[string, () => Promise<Uint8Array> | Uint8Array]>([
    ['that a stranger signed', () => statusListJwt(by().stranger, URI, {})],
    ['that a stranger signed, in CBOR', () => statusListCwt(by().stranger, URI, {})],
    ['of another address', () => statusListJwt(by().issuer, 'https://issuer.example/status/2', {})],
    ['that is over', () => statusListJwt(by().issuer, URI, {}, { exp: now - 1 })],
    ['of tomorrow', () => statusListJwt(by().issuer, URI, {}, { iat: now + 86_400 })],
    ['without a time', () => statusListJwt(by().issuer, URI, {}, { iat: undefined })],
    ['of three bits', () => statusListJwt(by().issuer, URI, {}, { status_list: { bits: 3, lst: 'eNrbuRgAAhcBXQ' } })],
    ['that is larger inflated than 16 MiB', () => statusListJwt(by().issuer, URI, {}, { status_list: { bits: 1, lst: bomb } })],
    ['that is not compressed', () => statusListJwt(by().issuer, URI, {}, { status_list: { bits: 1, lst: 'AAAA' } })],
    ['without its list', () => statusListJwt(by().issuer, URI, {}, { status_list: undefined })],
    ['that is text', () => Buffer.from('not a list')],
    ['that is nothing', () => Buffer.alloc(0)],
    ['that is a broken CWT', () => Buffer.from([0xd2, 0x84])],
  ])('%s cannot be told by', async (_, list) => {
    await expect(judge(await list())).rejects.toThrow('status_unavailable')
  })

  it.each([-1, 1.5, '3', null, 2 ** 60])('has no entry %s', async (index) => {
    await expect(judge(await statusListJwt(by().issuer, URI, {}), index)).rejects.toThrow(/presentation_malformed|status_unavailable/)
  })
})
