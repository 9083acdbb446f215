import { generate, generateSecret } from 'otplib'
import { requireAddress } from '#lib/accounts/addresses/claim-address'
import type { ClaimedAddress } from '#lib/accounts/addresses/claimed-address'
import { leaveAddress } from '#lib/accounts/addresses/leave-address'
import { withAddress } from '#lib/accounts/addresses/settle-addresses'
import { totpPlace } from '#lib/accounts/factors/check-totp'
import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError, notFound } from '#lib/core/api-error'
import { type Prisma, transaction, withDatabase } from '#lib/core/db'
import { DEMO_DOMAIN } from '#lib/core/environment'
import { requirePasswordHash } from '#lib/core/passwords'
import { randomBase62 } from '#lib/core/random-id'
import type { Place } from '#lib/core/sealed'
import { newIdOn } from '#lib/core/shard'
import { erasePerson } from '#lib/privacy/erase-person'
import { requireAccount } from '#lib/users/account/open-account'
import { PEOPLE_ADDRESSES } from '#lib/users/addresses'
import { insertAccount } from '#lib/users/create-person'
import { PersonVault } from '#lib/users/person'
import { type DemoPasskey, keepDemoPasskey, newDemoPasskey } from './demo-passkey'
import { countDemoPeople, findDemoPeople, holdTestCompany, insertConfirmedTotp, insertDemoPerson, lockDemoPerson } from './demo-people-store'
import { type DemoKind, demoPerson } from './kinds'

/** As many as a test needs, and no more than a page shows. */
export const MOST_DEMO_PEOPLE = 10

type MadePasskey = ReturnType<typeof newDemoPasskey>

type Credentials = { email: string; password: string; totpSecret: string | null; passkey?: MadePasskey }

/** Somebody whom the company invented, with everything that lets its staff log in as them. */
export type DemoPerson = { id: string; kind: DemoKind; email: string; password: string; code: string | null }

const placeOf = (userId: string): Place => ({ table: 'demo_people', row: userId, column: 'credentials_sealed' })

/** Everybody whom the company invented, oldest first, each with the code that is right at this moment. */
export async function readDemoPeople(companyId: string): Promise<DemoPerson[]> {
  const rows = await withDatabase((db) => findDemoPeople(db, companyId))
  return Promise.all(
    rows.map(async ({ userId: id, kind, credentialsSealed, user }) => {
      const { email, password, totpSecret } = open(id, user, credentialsSealed)
      return { id, kind: kind as DemoKind, email, password, code: totpSecret && (await generate({ secret: totpSecret })) }
    }),
  )
}

/** Whom the playground offers to log in as: an adult, where there is one. */
export async function demoPersonToTry(companyId: string): Promise<DemoPerson | undefined> {
  const people = await readDemoPeople(companyId)
  return people.find(({ kind }) => kind === 'adult') ?? people[0]
}

/** The passkey of somebody invented, for a virtual authenticator; null where they have none. */
export async function readDemoPasskey(companyId: string, userId: string): Promise<DemoPasskey | null> {
  const person = (await withDatabase((db) => findDemoPeople(db, companyId))).find((one) => one.userId === userId)
  const passkey = person && open(userId, person.user, person.credentialsSealed).passkey
  if (!passkey) return null
  const { publicKey, ...credential } = passkey
  return { ...credential, userHandle: Buffer.from(userId).toString('base64') }
}

/**
 * Invents somebody for the company's test apps. @throws ApiError `invalid_request` when there are as many as may be;
 * `not_found` outside a test environment
 */
export const makeDemoPerson = async (actor: CompanyActor, kind: DemoKind): Promise<void> => {
  const made = newCredentials(kind)
  const passwordHash = await requirePasswordHash(made.password)
  const address = await requireAddress(PEOPLE_ADDRESSES, made.email, newIdOn('usr'))
  await withAddress(address, () =>
    transaction(async (tx) => {
      if (!(await holdTestCompany(tx, actor.companyId))) throw notFound()
      if ((await countDemoPeople(tx, actor.companyId)) >= MOST_DEMO_PEOPLE) {
        throw new ApiError('invalid_request', `A test environment holds at most ${MOST_DEMO_PEOPLE} demo people.`)
      }
      await insert(tx, address, actor, kind, made, passwordHash)
      await recordAudit(tx, actor, { action: 'demo_person.created', target: { kind: 'demo_person', id: made.email } })
    }),
  )
}

/** They forget everything that was done with them, and are as they were made, under the same id, address and password. */
export const resetDemoPerson = async (actor: CompanyActor, userId: string): Promise<void> => {
  const person = (await withDatabase((db) => findDemoPeople(db, actor.companyId))).find((one) => one.userId === userId)
  if (!person) throw notFound()
  const made = open(userId, person.user, person.credentialsSealed)
  const passwordHash = await requirePasswordHash(made.password)
  const address = await requireAddress(PEOPLE_ADDRESSES, made.email, userId)
  await withAddress(address, () =>
    transaction(async (tx) => {
      if (!(await lockDemoPerson(tx, actor.companyId, userId))) throw notFound()
      await erasePerson(tx, userId)
      await insert(tx, address, actor, person.kind as DemoKind, made, passwordHash)
      await recordAudit(tx, actor, { action: 'demo_person.reset', target: { kind: 'demo_person', id: made.email } })
    }),
  )
}

export const removeDemoPerson = (actor: CompanyActor, userId: string): Promise<void> =>
  leaveAddress({ realm: 'person', id: userId }, () =>
    transaction(async (tx) => {
      const person = await lockDemoPerson(tx, actor.companyId, userId)
      if (!person) throw notFound()
      const { email } = open(userId, person.user, person.credentialsSealed)
      await erasePerson(tx, userId)
      await recordAudit(tx, actor, { action: 'demo_person.removed', target: { kind: 'demo_person', id: email } })
    }),
  )

const newCredentials = (kind: DemoKind): Credentials => ({
  email: `${kind.replace('_', '-')}-${randomBase62(6).toLowerCase()}@${DEMO_DOMAIN}`,
  password: randomBase62(16),
  totpSecret: kind === 'two_factor' ? generateSecret() : null,
  ...(kind === 'passkey' && { passkey: newDemoPasskey() }),
})

const open = (id: string, key: { dataKeySealed: Uint8Array; masterKeyId: string }, sealed: Uint8Array): Credentials =>
  JSON.parse(PersonVault.of({ id, ...key }).openSecret(sealed, placeOf(id))) as Credentials

async function insert(
  tx: Prisma,
  address: ClaimedAddress<'person'>,
  { companyId }: CompanyActor,
  kind: DemoKind,
  made: Credentials,
  passwordHash: string,
): Promise<void> {
  const { profile, verified } = demoPerson(kind, new Date())
  const userId = await insertAccount(tx, address, {
    email: made.email,
    passwordHash,
    profile,
    verified,
    isEmailConfirmed: true,
    environment: companyId,
  })
  const { vault } = await requireAccount(tx, userId)
  await insertDemoPerson(tx, { userId, companyId, kind, credentialsSealed: vault.sealSecret(JSON.stringify(made), placeOf(userId)) })
  if (made.passkey) await keepDemoPasskey(userId, made.passkey)
  if (made.totpSecret) await insertConfirmedTotp(tx, userId, vault.sealSecret(made.totpSecret, totpPlace({ realm: 'person', id: userId })))
}
