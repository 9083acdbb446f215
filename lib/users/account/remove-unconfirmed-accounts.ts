import { CONFIRM_SECONDS } from '#lib/accounts/links/lifetimes'
import { deleteUnconfirmedSince } from './store'

/** Removes a batch of registrations that nobody confirmed in time; nobody ever logged in to them. @returns how many */
export const removeUnconfirmedAccounts = () => deleteUnconfirmedSince(CONFIRM_SECONDS, 1000)
