import { UnavailableError } from '#lib/core/errors'
import { keysFor } from '#lib/core/keyring'
import { shardOf } from '#lib/core/shard'
import { emailIndexOf } from '#lib/users/email-index'
import { PersonVault } from '#lib/users/person'
import { placeUnplaced } from './place-unplaced'
import { sealUnsealed } from './seal-unsealed'
import { findAnyPerson, findPeppersInUse } from './store'

/**
 * Whether this process has the keys that the database was written with; without them nobody could log in, and nothing
 * would say why. Having them, it seals what a migration had to set aside. A database out of reach is no fault of the keys.
 * @throws Error with one line that says which setting is wrong
 */
export async function requireKnownKeys(): Promise<void> {
  try {
    await judgeKeys()
    await sealUnsealed()
    await placeUnplaced()
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error
  }
}

/** The same without changing anything. @throws Error with one line that says which setting is wrong, UnavailableError */
export async function judgeKeys(): Promise<void> {
  const peppers = new Set(keysFor('pepper').map(({ id }) => id))
  const missing = (await findPeppersInUse()).find(({ pepper_id }) => !peppers.has(pepper_id))
  if (missing) {
    throw new Error(`PEPPER: ${missing.secrets} API keys and client secrets are kept under "${missing.pepper_id}", which is not listed`)
  }
  const person = await findAnyPerson()
  if (!person) return
  const email = openEmailOf(person)
  if (!emailIndexOf(email).equals(person.email_index)) {
    throw new Error('PEPPER: its last key is not the one this database began with, so nobody would be found by their address')
  }
  if (person.shard >= 0 && person.shard !== shardOf(person.id)) {
    throw new Error('SHARD_KEY: its last key is not the one this database began with, so nobody would be found by anything they were given')
  }
}

function openEmailOf(person: NonNullable<Awaited<ReturnType<typeof findAnyPerson>>>): string {
  try {
    const { id, data_key_sealed: dataKeySealed, master_key_id: masterKeyId } = person
    return PersonVault.of({ id, dataKeySealed, masterKeyId }).openEmail(person.email_sealed)
  } catch (cause) {
    throw new Error(`MASTER_KEY: does not open this database, whose people are sealed under "${person.master_key_id}"`, { cause })
  }
}
