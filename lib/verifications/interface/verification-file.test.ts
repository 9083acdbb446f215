import { afterAll, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { aVerification } from '../../../e2e/fixtures/verifications'
import { aCompany, anApp } from '../../../e2e/fixtures/world'
import { createVerificationInput } from './contract'
import { createVerification } from './create-verification'
import { listVerifications } from './read-verifications'
import { verificationFile } from './verification-file'

afterAll(closeDatabase)

const BEGUN = statement<object>('test_verification_begun', 'UPDATE verification_sessions SET created_at = $2::timestamptz WHERE id = $1')

async function read(file: AsyncGenerator<string>): Promise<string[]> {
  let text = ''
  for await (const piece of file) text += piece
  return text.split('\r\n').filter(Boolean)
}

it('sessions are narrowed to an app, to whole UTC days and to a level', async () => {
  const company = await aCompany()
  const [one, other] = [await anApp(company), await anApp(company)]
  const begin = async (client_id: string, at: string) => {
    const { id } = await createVerification(company.actor, createVerificationInput.parse({ client_id, fields: ['given_name'] }))
    await sql.query(BEGUN, [id, at])
    return id
  }
  const first = await begin(one.client_id, '2026-03-01T00:00:00Z')
  const second = await begin(one.client_id, '2026-03-02T23:59:59.999Z')
  const third = await begin(other.client_id, '2026-03-03T00:00:00Z')
  const found = async (narrowing: object) => (await listVerifications(company.actor, { limit: 10 }, narrowing)).data.map(({ id }) => id)
  expect(await found({})).toEqual([third, second, first])
  expect(await found({ appId: one.id })).toEqual([second, first])
  expect(await found({ from: '2026-03-02', to: '2026-03-02' })).toEqual([second])
  expect(await found({ to: '2026-03-01' })).toEqual([first])
  expect(await found({ assurance: 'person' })).toEqual([])
  expect((await listVerifications(company.actor, { limit: 1 }, { appId: one.id })).next_cursor).not.toBeNull()
})

it('the file holds all of them over many pages, calculates nothing in a spreadsheet, and is of one company alone', async () => {
  const company = await aCompany()
  const app = await anApp(company)
  const input = createVerificationInput.parse({
    client_id: app.client_id,
    fields: ['given_name', 'age_over_18'],
    reference: '=HYPERLINK("https://evil.example")',
  })
  const ids: string[] = []
  for (let count = 0; count < 3; count++) ids.push((await createVerification(company.actor, input)).id)
  await aVerification(await aCompany())
  const [heading, ...lines] = await read(verificationFile(company.actor, {}, {}))
  expect(heading).toBe(
    '\uFEFF"id","created_at","status","client_id","reference","sub","fields","min_assurance","assurance","attempts_used","failure"',
  )
  expect(lines.map((line) => line.slice(1, 27)).toSorted()).toEqual(ids.map((id) => id.slice(0, 26)).toSorted())
  for (const line of lines) expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
  expect(await read(verificationFile(company.actor, { reference: 'none' }, {}))).toHaveLength(1)
})
