import { afterAll, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { aGrant } from '../../e2e/fixtures/grants'
import { aCompany, anApp } from '../../e2e/fixtures/world'
import { countAuthorizations, findAuthorization } from './find-authorization'
import { listAuthorizations } from './list-authorizations'

afterAll(closeDatabase)

const listed = async ({ company, app }: Awaited<ReturnType<typeof aGrant>>) => {
  const [consent] = (await listAuthorizations(company.actor, app.id, { limit: 10 })).data
  return consent ?? expect.fail('there is a consent')
}

it('one consent is found by its pseudonym, its alias and what stands before the @, with the day it was given and no time', async () => {
  const granted = await aGrant()
  const { sub, alias, scopes } = await listed(granted)
  const find = (text: string) => findAuthorization(granted.company.actor, granted.app.id, text)
  const found = await find(sub)
  expect(found).toEqual({ sub, alias, scopes, since: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  for (const text of [alias, ` ${alias.toUpperCase()} `, alias.split('@')[0] as string]) expect(await find(text)).toEqual(found)
  for (const text of ['', sub.slice(0, -1), `${alias}x`, alias.replace('@', '@mail.'), granted.person.email, 'x'.repeat(5000)])
    expect(await find(text)).toBeNull()
})

it('what is of another app, even of the same company, is not found there', async () => {
  const [one, other] = [await aGrant(), await aGrant()]
  const { sub, alias } = await listed(other)
  const second = await anApp(other.company)
  for (const text of [sub, alias]) {
    expect(await findAuthorization(one.company.actor, one.app.id, text)).toBeNull()
    expect(await findAuthorization(other.company.actor, second.id, text)).toBeNull()
    await expect(findAuthorization(one.company.actor, other.app.id, text)).rejects.toMatchObject({ code: 'not_found' })
  }
  await expect(countAuthorizations(one.company.actor, other.app.id)).rejects.toMatchObject({ code: 'not_found' })
})

it('a consent that ended, or that its company was told is gone, is neither found nor counted', async () => {
  const granted = await aGrant()
  const { sub } = await listed(granted)
  const state = async () => [
    (await findAuthorization(granted.company.actor, granted.app.id, sub)) !== null,
    (await countAuthorizations(granted.company.actor, granted.app.id)).count,
  ]
  expect(await state()).toEqual([true, 1])
  await sql.query(statement<object>('test_hide_grant', 'UPDATE grants SET hidden_from = clock_timestamp() WHERE id = $1'), [granted.grantId])
  expect(await state()).toEqual([false, 0])
  expect(await countAuthorizations((await aCompany()).actor, granted.app.id).catch(({ code }) => code)).toBe('not_found')
})
