import type { AddressBook } from '#lib/accounts/addresses/address-book'
import { transaction } from '#lib/core/db'
import { deleteUnconfirmedAccount } from './account/store'
import { emailIndexesOf } from './email-index'

/** Addresses of people. */
export const PEOPLE_ADDRESSES: AddressBook<'person'> = {
  realm: 'person',
  indexesOf: emailIndexesOf,
  removeUnconfirmed: async (id) => (await transaction((tx) => deleteUnconfirmedAccount(tx, id))).count === 1,
}
