import type { StaffRole } from '#prisma/generated/client'

export type { StaffRole }

/** Whoever has the most say first. Support and compliance look at everything and change nothing. */
export const STAFF_ROLES = ['owner', 'admin', 'developer', 'support', 'compliance'] as const satisfies readonly StaffRole[]

/** Who may do what in the company panel. The one table: pages and actions ask here. */
const PERMISSIONS = {
  'keys.manage': ['owner', 'admin'],
  'secrets.manage': ['owner', 'admin'],
  'webhooks.manage': ['owner', 'admin'],
  'apps.manage': ['owner', 'admin', 'developer'],
  'verifications.manage': ['owner', 'admin', 'developer'],
  'company.edit': ['owner', 'admin'],
  'members.manage': ['owner', 'admin'],
  'factors.require': ['owner'],
  'secrets.share': ['owner'],
  'audit.keep': ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof PERMISSIONS

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS) as Permission[]

/** What developers may do as well in a test environment, and in what is live where an owner says so. */
const SHARED: readonly Permission[] = ['keys.manage', 'secrets.manage']

/** What somebody's say depends on. */
export type Standing = { role: StaffRole; developersManageSecrets?: boolean; isInTest?: boolean }

export const may = ({ role, developersManageSecrets = false, isInTest = false }: Standing, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly StaffRole[]).includes(role) ||
  (role === 'developer' && (developersManageSecrets || isInTest) && SHARED.includes(permission))

/** What is the company's own in whichever environment its staff are: details, members and rules have no test. */
export const isOfHome = (permission: Permission): boolean =>
  (['company.edit', 'members.manage', 'factors.require', 'secrets.share'] as readonly Permission[]).includes(permission)
