import type { StaffRole } from '#prisma/generated/client'

export type { StaffRole }

/** Who may do what in the company panel. The one table: pages and actions ask here. */
const PERMISSIONS = {
  'keys.manage': ['owner', 'admin'],
  'webhooks.manage': ['owner', 'admin'],
  'apps.manage': ['owner', 'admin', 'developer'],
  'verifications.manage': ['owner', 'admin', 'developer'],
  'company.edit': ['owner', 'admin'],
  'members.manage': ['owner', 'admin'],
  'factors.require': ['owner'],
  'audit.keep': ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>

export type Permission = keyof typeof PERMISSIONS

export const may = (role: StaffRole, permission: Permission): boolean => (PERMISSIONS[permission] as readonly StaffRole[]).includes(role)

/** What is the company's own in whichever environment its staff are: details, members and rules have no test. */
export const isOfHome = (permission: Permission): boolean =>
  (['company.edit', 'members.manage', 'factors.require'] as readonly Permission[]).includes(permission)
