import { afterAll, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { aPerson } from '../../../e2e/fixtures/world'
import { checkKeys } from './check-keys'

afterAll(closeDatabase)

it('keys that open the database are good', async () => {
  await aPerson()
  expect(await checkKeys()).toMatchObject([{ subject: 'settings', look: 'good' }])
})

it('others are named in one line, and an empty database asks for none', async () => {
  const fails = (error: unknown) => checkKeys(() => Promise.reject(error))
  expect(await fails(new Error('MASTER_KEY: does not open this database'))).toEqual([
    { subject: 'settings', look: 'bad', text: 'MASTER_KEY: does not open this database' },
  ])
  expect(await fails(Object.assign(new Error('no table'), { code: '42P01' }))).toEqual([])
})
