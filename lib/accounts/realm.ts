/** People and staff of companies have accounts apart: one may have both, and nothing here joins them. */
export type Realm = 'person' | 'staff'

/** Whose account it is. */
export type Owner = { realm: Realm; id: string }
