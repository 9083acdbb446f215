import { expect, it } from 'vitest'
import { ALL_PERMISSIONS, may, type Permission, STAFF_ROLES, type StaffRole } from './permissions'

const LIKE_ADMINS: Permission[] = [
  'keys.manage',
  'secrets.manage',
  'webhooks.manage',
  'apps.manage',
  'verifications.manage',
  'company.edit',
  'members.manage',
]

/** What each role may, spelt out; every permission there is has to be in the owner's line. */
const MAY: Record<StaffRole, Permission[]> = {
  owner: [...LIKE_ADMINS, 'factors.require', 'secrets.share', 'audit.keep'],
  admin: LIKE_ADMINS,
  developer: ['apps.manage', 'verifications.manage'],
  support: [],
  compliance: [],
}

it.each(STAFF_ROLES)('%s may do what the table says, and nothing else', (role) =>
  expect(ALL_PERMISSIONS.filter((permission) => may({ role }, permission))).toEqual(MAY[role]),
)

it('where an owner says so developers manage keys and secrets, and nobody gains anything else', () => {
  for (const role of STAFF_ROLES) {
    const gained = ALL_PERMISSIONS.filter((permission) => may({ role, developersManageSecrets: true }, permission) && !may({ role }, permission))
    expect(gained).toEqual(role === 'developer' ? ['keys.manage', 'secrets.manage'] : [])
  }
})
