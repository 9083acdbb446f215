import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { aCompany, anApp } from '../../e2e/fixtures/world'
import { asFind, MOST_CHOICES, readAppChoices } from './read-choices'

afterAll(closeDatabase)

const MORE = statement<object>(
  'test_more_apps',
  `INSERT INTO apps SELECT (jsonb_populate_record(a, jsonb_build_object('id', 'app_' || $2 || lpad(n::text, 4, '0'), 'client_id', 'cli_' || $2 || lpad(n::text, 4, '0'),
     'name', 'Shop ' || lpad(n::text, 4, '0')))).* FROM apps a, generate_series(1, $3::int) n WHERE a.id = $1`,
)

async function aCompanyWithApps(count: number) {
  const company = await aCompany()
  const app = await anApp(company, { name: 'Zither 100% (old_one)' })
  await sql.query(MORE, [app.id, randomBase62(18), count])
  return { companyId: company.actor.companyId, app }
}

describe('apps to choose from', () => {
  it('are all of a few', async () => {
    const { companyId, app } = await aCompanyWithApps(2)
    expect(await readAppChoices(companyId, null, '')).toMatchObject({
      isMore: false,
      items: [{ name: 'Shop 0001' }, { name: 'Shop 0002' }, { id: app.id }],
    })
  })

  it('are the first of many, and the chosen one', async () => {
    const { companyId, app } = await aCompanyWithApps(MOST_CHOICES + 2)
    const choices = await readAppChoices(companyId, null, '')
    expect([choices?.items.length, choices?.items.at(-1)?.name, choices?.isMore]).toEqual([MOST_CHOICES, 'Shop 0050', true])
    expect((await readAppChoices(companyId, app.id, ''))?.items[0]?.id).toBe(app.id)
  })

  it('are found by a piece of the name, the id or the client id, and by nothing that only looks like one', async () => {
    const { companyId, app } = await aCompanyWithApps(60)
    const found = async (text: string) => (await readAppChoices(companyId, null, asFind(text)))?.items.map(({ name }) => name)
    for (const text of ['zither', ' 100% (O', 'old_', app.id, app.client_id]) expect(await found(text), text).toEqual(['Zither 100% (old_one)'])
    for (const text of ['Shop_0001', 'Shop%1', 'old\\_', 'zither\u0000x']) expect(await found(text), text).not.toContain('Zither')
    expect(await found('Shop_0001')).toEqual([])
    expect(await found('shop 005')).toHaveLength(10)
  })

  it("are none of another company's, whether it is found or chosen", async () => {
    const [mine, theirs] = [await aCompanyWithApps(1), await aCompanyWithApps(1)]
    expect(await readAppChoices(mine.companyId, theirs.app.id, '')).toBeNull()
    expect((await readAppChoices(mine.companyId, null, theirs.app.client_id))?.items).toEqual([])
  })
})
