import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDatabase, withDatabase } from '#lib/core/db'
import { openMail } from '#lib/mail/outgoing-mail'
import { anApp } from '#lib/relay/testing/an-alias'
import { useOwnDatabase } from '#lib/relay/testing/own-database'
import { ask } from '#lib/relay/testing/queue'
import { proofRecord } from './mail-domains'
import { recheckMailDomains } from './recheck-mail-domains'

beforeAll(useOwnDatabase)
afterAll(closeDatabase)

const PROVED = 'shop.example'

/** An app with one sending domain and one member of staff who reads mail. */
async function anAppOf(domains: string[]): Promise<string> {
  const id = await anApp()
  await ask('UPDATE apps SET mail_domains = $2 WHERE id = $1', [id, domains])
  await ask(`UPDATE staff_members s SET email_confirmed_at = clock_timestamp() FROM apps a WHERE a.id = $1 AND s.company_id = a.company_id`, [id])
  return id
}

const domainsOf = async (id: string) => (await withDatabase((db) => db.app.findUniqueOrThrow({ where: { id } }))).mailDomains

const mailsTo = async (id: string) =>
  withDatabase(async (db) => {
    const { companyId } = await db.app.findUniqueOrThrow({ where: { id } })
    const rows = await db.outgoingMail.findMany({
      where: { kind: { startsWith: 'staff_mail_domain' }, staff: { companyId } },
      orderBy: { createdAt: 'asc' },
    })
    return rows.map((row) => openMail(row))
  })

/** Looks as the worker does, so many days after the last time. */
async function lookAfter(days: number, readTxt: (name: string) => Promise<string[]>): Promise<void> {
  await ask(
    `UPDATE mail_domain_checks SET looked_at = looked_at - make_interval(hours => $1 * 24 + 1), missing_since = missing_since - make_interval(hours => $1 * 24 + 1)`,
    [days],
  )
  await Promise.all([recheckMailDomains(new AbortController().signal, readTxt), recheckMailDomains(new AbortController().signal, readTxt)])
}

const nothing = async () => []

it('a domain whose record is gone is told of once, and is taken from the app after a week', async () => {
  const id = await anAppOf([PROVED])
  const { name, value } = proofRecord(id, PROVED)
  await lookAfter(0, async (asked) => (asked === name ? ['v=spf1 -all', value] : []))
  expect(await mailsTo(id)).toEqual([])
  await lookAfter(1, nothing)
  await lookAfter(1, nothing)
  const [told, ...more] = await mailsTo(id)
  expect(more).toEqual([])
  for (const word of [name, value, PROVED, new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 7)]) expect(told?.text).toContain(word)
  expect(await domainsOf(id)).toEqual([PROVED])
  await lookAfter(7, nothing)
  expect(await domainsOf(id)).toEqual([])
  expect((await mailsTo(id)).map(({ subject }) => subject)).toEqual([`The record of ${PROVED} is gone`, `${PROVED} no longer counts as yours`])
  const lines = await withDatabase((db) => db.auditEvent.findMany({ where: { targetId: id, actorKind: 'system' } }))
  expect(lines.map(({ action, detail }) => [action, detail])).toEqual([
    ['app.updated', { before: { mail_domains: [PROVED] }, after: { mail_domains: [] } }],
  ])
})

it('a record that comes back ends it, a DNS that does not answer counts for nothing, and a domain that is named again begins anew', async () => {
  const id = await anAppOf([PROVED, 'second.example'])
  const there = async (name: string) => (name.endsWith(PROVED) ? [proofRecord(id, PROVED).value] : [proofRecord(id, 'second.example').value])
  await lookAfter(0, there)
  for (let day = 0; day < 9; day++)
    await lookAfter(1, async () => {
      throw Object.assign(new Error('SERVFAIL'), { code: 'ESERVFAIL' })
    })
  expect(await mailsTo(id)).toEqual([])
  await lookAfter(1, nothing)
  await lookAfter(1, there)
  await lookAfter(7, nothing)
  expect(await domainsOf(id)).toEqual([PROVED, 'second.example'])
  await ask('UPDATE apps SET mail_domains = $2 WHERE id = $1', [id, []])
  await lookAfter(1, nothing)
  await ask('UPDATE apps SET mail_domains = $2 WHERE id = $1', [id, [PROVED]])
  await lookAfter(8, nothing)
  expect(await domainsOf(id)).toEqual([PROVED])
})
