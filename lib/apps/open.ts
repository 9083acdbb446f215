/** Condition on a row of `apps`: the company has it switched on, and the operator stopped neither it nor its company. */
export const isOpen = (app: string) => `(${app}.status = 'active' AND ${app}.suspended_at IS NULL AND ${app}.company_suspended_at IS NULL)`

/** Condition on a row of `apps`: the operator stopped it, or its company. */
export const isSuspended = (app: string) => `(${app}.suspended_at IS NOT NULL OR ${app}.company_suspended_at IS NOT NULL)`

/** What to select of an app to ask `opens`. */
export const OPENNESS = { status: true, suspendedAt: true, companySuspendedAt: true } as const

/** The same as `isOpen`, of an app that was read. */
export const opens = (app: { status: string; suspendedAt: Date | null; companySuspendedAt: Date | null }): boolean =>
  app.status === 'active' && app.suspendedAt === null && app.companySuspendedAt === null
