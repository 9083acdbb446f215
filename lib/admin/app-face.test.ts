import { afterAll, expect, it } from 'vitest'
import { isClaimed } from '#lib/apps/face/app-face'
import { readFace } from '#lib/apps/face/verify-face'
import { updateApp } from '#lib/apps/update-app'
import { readAuditQuery } from '#lib/audit/filter'
import { listAudit } from '#lib/audit/list-audit'
import { closeDatabase } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { aCompany, anApp } from '../../e2e/fixtures/world'
import { appFace } from './commands/app-face'
import { appUnverify } from './commands/app-unverify'
import { appVerify } from './commands/app-verify'

afterAll(closeDatabase)

const faceOf = async (id: string) => (await readFace(id))?.face ?? expect.fail('there is such an app')

it('a face is a claim until the operator looked, and again once name, logo, colour or a link is another', async () => {
  const company = await aCompany()
  const app = await anApp(company)
  expect(isClaimed(await faceOf(app.id))).toBe(false)
  const changes = [
    { brand_color: '#FFD400' },
    { tos_uri: 'https://shop.example/terms' },
    { policy_uri: 'https://shop.example/privacy' },
    { support_uri: 'https://shop.example/help' },
    { name: 'Another name' },
  ]
  for (const change of changes) {
    await updateApp(company.actor, app.id, change.brand_color ? { brand_color: change.brand_color.toLowerCase() } : change)
    expect([change, isClaimed(await faceOf(app.id))]).toEqual([change, true])
    await appVerify.run([app.id], {})
    expect([change, isClaimed(await faceOf(app.id))]).toEqual([change, false])
  }
  await updateApp(company.actor, app.id, { require_auth_time: true, name: 'Another name' })
  expect(isClaimed(await faceOf(app.id))).toBe(false)
  expect((await appFace.run([app.id], {})).join('\n')).toMatch(
    /name +Another name\n.*\nlogo +-\ncolour +#[0-9a-f]{6} by day, #[0-9a-f]{6} by night\n[\s\S]*verified +yes/,
  )
  await appUnverify.run([app.id], {})
  expect(isClaimed(await faceOf(app.id))).toBe(true)
  const { lines } = await listAudit(company.actor.companyId, readAuditQuery({}).filter, undefined)
  expect(lines[0]).toMatchObject({ action: 'app.face_unverified', actor: { kind: 'operator' } })
})

it('of an app that is not there nothing is said, and nothing is done twice', async () => {
  const id = newId('app')
  for (const command of [appFace, appVerify, appUnverify]) await expect(command.run([id], {})).rejects.toThrow(`There is no app ${id}`)
  const app = await anApp(await aCompany())
  await expect(appUnverify.run([app.id], {})).rejects.toThrow('not verified')
})
