import { totpPlace } from '#lib/accounts/factors/check-totp'
import { createStaffKey, openStaffKey } from '#lib/companies/staff'
import { sealAddress, withEmail } from '#lib/companies/staff-address'
import type { Queryable } from '#lib/core/db'
import { newIdOn, shardOfCompany } from '#lib/core/shard'
import { findUnplacedStaff, type PlacedMember, placeMember, type UnplacedMember } from './staff-placement-store'
import { lockUnsealed } from './unsealed-store'

/**
 * Members of before get an id that says their company's shard. What is sealed for them is bound to their id, so it is sealed anew. Their
 * password, one-time codes, passkeys and browsers stay.
 */
export async function placeStaff(tx: Queryable, limit: number): Promise<number> {
  await lockUnsealed(tx)
  const members = await findUnplacedStaff(tx, limit)
  for (const member of members) await placeMember(tx, member, sealedAnew(member))
  return members.length
}

function sealedAnew(former: UnplacedMember): PlacedMember {
  const shard = shardOfCompany(former.companyId)
  const id = newIdOn('stf', shard)
  const { emailSealed, masterKeyId } = sealAddress('staff_members', id, withEmail('staff_members', former).email)
  return { shard, id, emailSealed, masterKeyId, ...keySealedAnew(former, id) }
}

function keySealedAnew(former: UnplacedMember, id: string): Pick<PlacedMember, 'dataKeySealed' | 'totpSealed'> {
  if (former.dataKeySealed === null) return { dataKeySealed: null, totpSealed: null }
  const { dataKey, sealed: dataKeySealed } = createStaffKey(id)
  if (former.totpSealed === null) return { dataKeySealed, totpSealed: null }
  const secret = openStaffKey(former.id, former.dataKeySealed, former.masterKeyId).open(
    former.totpSealed,
    totpPlace({ realm: 'staff', id: former.id }),
  )
  return { dataKeySealed, totpSealed: dataKey.seal(secret, totpPlace({ realm: 'staff', id })) }
}
