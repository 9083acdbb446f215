import type { AddressBook } from '#lib/accounts/addresses/address-book'
import { transaction } from '#lib/core/db'
import { deleteUnconfirmedStaff } from './members/store'
import { staffIndex } from './staff-address'

/** Addresses of company staff. With a registration that nobody confirmed its company goes. */
export const STAFF_ADDRESSES: AddressBook<'staff'> = {
  realm: 'staff',
  indexesOf: (email) => [staffIndex(email)],
  removeUnconfirmed: (id) => transaction((tx) => deleteUnconfirmedStaff(tx, id)),
}
