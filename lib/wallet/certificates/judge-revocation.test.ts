import { beforeAll, describe, expect, it } from 'vitest'
import { type Authority, createAuthority, derOf } from '../specimen/authority'
import { aRevocationList } from '../testing/a-revocation-list'
import { anchorOf } from '../testing/a-wallet'
import { judgePath } from './judge-path'
import { judgeRevocation } from './judge-revocation'
import * as x509 from './x509'

const URI = 'http://issuer.example/revoked.crl'

let issuer: Authority
let leaf: Uint8Array
beforeAll(async () => {
  issuer = await createAuthority('issuer', { revocationList: URI })
  leaf = derOf(issuer.chain[0] as string)
})

const judge = (list: Uint8Array | null, isPinned = false) => {
  const now = new Date()
  const path = judgePath([leaf], [anchorOf(isPinned ? { ...issuer, root: issuer.chain[0] as string } : issuer, { isPinned })], {
    now,
    extendedKeyUsage: null,
  })
  return judgeRevocation(path, async (uri) => (uri === URI && list ? list : Promise.reject(new Error('out of reach'))), now)
}

describe('where a certificate names a revocation list', () => {
  it('it stands while it is not on the list', async () => {
    const other = await createAuthority('other')
    await expect(judge(await aRevocationList(issuer, []))).resolves.toBeUndefined()
    await expect(judge(await aRevocationList(issuer, [derOf(other.chain[0] as string)]))).resolves.toBeUndefined()
  })

  it('it is refused once it is on the list', async () => {
    await expect(judge(await aRevocationList(issuer, [leaf]))).rejects.toThrow('issuer_certificate_invalid: revoked')
  })

  it.each<[string, () => Promise<Uint8Array | null>, string]>([
    ['out of reach', async () => null, 'revocation list'],
    ['no list', async () => Buffer.from('nonsense'), 'revocation list'],
    ['over', () => aRevocationList(issuer, [], { nextUpdate: new Date(Date.now() - 60_000) }), 'an old revocation list'],
    ["another issuer's", () => aRevocationList(issuer, [], { issuerName: 'CN=Mallory' }), "another issuer's revocation list"],
    [
      'signed by somebody else',
      async () => aRevocationList({ ...issuer, rootKey: (await createAuthority('x')).rootKey }, []),
      'signature of the revocation list',
    ],
    [
      'of a part of what was revoked',
      () => aRevocationList(issuer, [], { extensions: [new x509.Extension('2.5.29.27', true, new Uint8Array([2, 1, 1]))] }),
      'a revocation list of another kind',
    ],
  ])('a list that is %s tells nothing, so the certificate is not believed', async (_, list, detail) => {
    await expect(judge(await list())).rejects.toThrow(`status_unavailable: ${detail}`)
  })

  it('a pinned certificate is the operator’s own word', async () => {
    await expect(judge(null, true)).resolves.toBeUndefined()
  })
})
