import { afterAll, expect, it } from 'vitest'
import { closeDatabase, transaction, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { createPerson } from '#lib/users/create-person'
import { enqueueMail, openMail } from './outgoing-mail'
import { findRecentMails } from './store'
import { deliverDueMails } from './testing/deliver-due-mails'

afterAll(closeDatabase)

it('a queued mail is sealed in the database, delivered once and readable by us alone', async () => {
  const userId = await createPerson({ email: `${randomBase62(10)}@people.example`, password: randomBase62(20), profile: {}, isEmailConfirmed: true })
  const content = { to: `${randomBase62(10)}@people.example`, subject: `Canary ${randomBase62(8)}`, text: 'Hello', html: '<p>Hello</p>' }
  await transaction((tx) => enqueueMail(tx, { userId }, 'test', content))

  await Promise.all([deliverDueMails(), deliverDueMails()])
  const mails = await withDatabase((db) => findRecentMails(db, 100))
  const mine = mails.filter((mail) => openMail(mail).subject === content.subject)
  expect(mine).toHaveLength(1)
  expect(mine[0]?.deliveredAt).toBeInstanceOf(Date)
  expect(openMail(mine[0] as (typeof mine)[0])).toEqual(content)
  for (const secret of [content.to, content.subject]) expect(Buffer.from(mine[0]?.contentSealed ?? []).includes(secret)).toBe(false)
})
