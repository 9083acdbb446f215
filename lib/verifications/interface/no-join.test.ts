import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { aReading, begun, verified } from '../../../e2e/fixtures/verifications'
import { reuseClaims } from '../page/reuse-claims'
import { getVerification, listVerifications } from './read-verifications'

afterAll(closeDatabase)

/** It was long ago, so that no two times are the same by chance. */
const AGE = statement<object>(
  'test_age_session',
  `UPDATE verification_sessions SET verified_at = verified_at - interval '40 days', created_at = created_at - interval '40 days',
     expires_at = expires_at - interval '40 days', material_deleted_at = material_deleted_at - interval '40 days' WHERE id = $1`,
)

/** Somebody verified at one company, who lets another know that it was. */
async function atTwoCompanies(checks: Parameters<typeof aReading>[1], fields = ['given_name', 'age_over_18']) {
  const first = await verified(aReading({}, checks), { fields })
  await sql.query(AGE, [first.id])
  const second = await begun({ person: first.person })
  await reuseClaims(second.visitor)
  const [one, other] = [await getVerification(first.company.actor, first.id), await getVerification(second.company.actor, second.id)]
  return { first, second, one, other }
}

/** Every value in it, whatever fields it has. */
const leaves = (value: unknown): unknown[] => (value !== null && typeof value === 'object' ? Object.values(value).flatMap(leaves) : [value])

/** Values that are the same for everybody join nobody; those are what two strangers' sessions share. */
async function sameForEverybody() {
  const [one, other] = [await verified(aReading()), await verified(aReading())]
  const [ofOne, ofOther] = [await getVerification(one.company.actor, one.id), await getVerification(other.company.actor, other.id)]
  const ofOtherToo = new Set(leaves(ofOther))
  return new Set<unknown>([...leaves(ofOne).filter((leaf) => ofOtherToo.has(leaf)), null, 'unclear', 'not_requested', 'none', 0, 1])
}

describe('two companies that put their verifications of one person side by side', { retry: 0 }, () => {
  it('find no value that both have and others have not', async () => {
    const common = await sameForEverybody()
    const { one, other } = await atTwoCompanies({ viz_consistency: 'pass' })
    const rare = new Set(leaves(one).filter((leaf) => !common.has(leaf)))
    expect(one.result?.verified_at).not.toBe(other.result?.verified_at)
    expect(leaves(other).filter((leaf) => rare.has(leaf))).toEqual([])
  })

  it('learn the moment of their own decision, never of the earlier one', async () => {
    const { second, other } = await atTwoCompanies({})
    expect(Date.parse(other.result?.verified_at ?? '')).toBeGreaterThanOrEqual(Date.parse(other.created_at))
    expect(JSON.stringify(await listVerifications(second.company.actor, { limit: 10 }))).not.toMatch(/fingerprint|engine/)
  })

  it('see nothing in the second result of how the first went', async () => {
    const shape = async (...of: Parameters<typeof atTwoCompanies>) => {
      const { id, client_id, ...rest } = (await atTwoCompanies(...of)).other
      return JSON.stringify(rest).replaceAll(/\d{4}-\d\d-\d\dT[\d:]+Z/g, 'time')
    }
    const plain = await shape({ viz_consistency: 'pass' })
    expect(await shape({ viz_consistency: 'unclear' })).toBe(plain)
    expect(await shape({ viz_consistency: 'unclear', face_match: 'pass' }, ['given_name', 'age_over_18', 'face_match'])).toBe(plain)
  })
})
