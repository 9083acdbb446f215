import { type CompanyActor, checkedActor } from '#lib/companies/actor'
import type { StaffSession } from './staff-session-store'

/** The member of staff of a live session, as the one who acts. */
export const actorOf = ({ companyId, staffId }: StaffSession): CompanyActor => checkedActor({ companyId, kind: 'staff', id: staffId })
