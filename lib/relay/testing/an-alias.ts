import { aPassword } from '#lib/accounts/testing/a-password'
import { createApp } from '#lib/apps/create-app'
import { createCompany } from '#lib/companies/create-company'
import { transaction } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { newIdOn, shardOf } from '#lib/core/shard'
import { upsertGrant } from '#lib/grants/store'
import { aliasAddress } from '#lib/subjects/alias-address'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { createPerson } from '#lib/users/create-person'
import type { Profile } from '#lib/users/schema'
import { staffActor } from '../../../e2e/fixtures/actor'

export type TestAlias = { userId: string; appId: string; email: string; localPart: string; address: string }

/** An app of a company of its own. */
export async function anApp(): Promise<string> {
  const owner = { name: 'O', email: `${randomBase62(12).toLowerCase()}@c.example`, ...(await aPassword()) }
  const company = await createCompany({ name: 'C', owner })
  const app = await createApp(staffActor(company), {
    name: 'A',
    redirect_uris: ['https://a.example/cb'],
    scopes: ['openid', 'email'],
    client_type: 'confidential',
  })
  return app.id
}

export const consentTo = (userId: string, appId: string, granted = ['openid', 'email'], declined: string[] = []) =>
  transaction((tx) => upsertGrant(tx, { id: newIdOn('grt', shardOf(userId)), userId, appId, granted, declined }))

/** A person with an alias that may deliver. */
export async function anAlias({ appId, email, profile = {} }: { appId?: string; email?: string; profile?: Profile } = {}): Promise<TestAlias> {
  const person = { email: email ?? `${randomBase62(14).toLowerCase()}@people.example`, ...(await aPassword()), profile }
  const userId = await createPerson({ ...person, isEmailConfirmed: true })
  return anAliasOf({ userId, email: person.email }, appId)
}

/** One more alias of a person, at another app. */
export async function anAliasOf({ userId, email }: Pick<TestAlias, 'userId' | 'email'>, appId?: string): Promise<TestAlias> {
  const app = appId ?? (await anApp())
  const { aliasLocalPart } = await ensureSubject(userId, app)
  await consentTo(userId, app)
  return { userId, appId: app, email, localPart: aliasLocalPart, address: aliasAddress(aliasLocalPart) }
}
