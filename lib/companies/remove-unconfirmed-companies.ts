import { deleteUnconfirmedCompanies } from './store'

const DAY_SECONDS = 24 * 3600

/** Registrations that nobody confirmed within a day go, address and all. */
export const removeUnconfirmedCompanies = () => deleteUnconfirmedCompanies(DAY_SECONDS)
