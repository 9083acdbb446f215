import { formsOf } from '#lib/core/email-address'
import { blindIndex } from '#lib/core/sealed'

/** What finds an account by its address, without the address. @param email in normal form */
export const emailIndexOf = (email: string) => blindIndex('email', email)

/** All it may have been kept under: accounts older than the normal form have their domain as it was typed. */
export const emailIndexesOf = (email: string) => formsOf(email).map(emailIndexOf)
