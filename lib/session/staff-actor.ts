import { type CompanyActor, checkedActor } from '#lib/companies/actor'
import type { StaffSession } from './staff-session-store'

/** The member of staff of a live session, as the one who acts. */
export const actorOf = ({ companyId, staffId }: StaffSession): CompanyActor => checkedActor({ companyId, kind: 'staff', id: staffId })

/** The same for what is the company's own: its details, members and rules, whichever environment they are in. */
export const homeActorOf = ({ homeId, staffId }: StaffSession): CompanyActor => checkedActor({ companyId: homeId, kind: 'staff', id: staffId })
