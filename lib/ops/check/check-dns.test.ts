import { afterAll, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { dnsRecords } from '#lib/relay/dns-records'
import { checkDns, judgeRecord } from './check-dns'

afterAll(closeDatabase)

const spf = { name: 'alias.example', type: 'TXT' as const, value: 'v=spf1 a:mail.example -all', purpose: '' }
const dkim = { name: 's._domainkey.alias.example', type: 'TXT' as const, value: 'v=DKIM1; k=rsa; p=AAAA', purpose: '' }
const mx = { name: 'alias.example', type: 'MX' as const, value: '10 mail.example.', purpose: '' }

it.each([
  ['an MX of any host', mx, ['mx1.example'], null],
  ['no MX', mx, [], 'bad'],
  ['a null MX', mx, [''], 'bad'],
  ['an SPF of the operator', spf, ['v=spf1 include:_spf.mail.example ~all', 'site-verification=x'], null],
  ['no SPF among other texts', spf, ['site-verification=x'], 'bad'],
  ['two SPF records', spf, ['v=spf1 -all', 'v=spf1 a -all'], 'bad'],
  ['our DKIM key, spaced otherwise', dkim, ['v=DKIM1;k=rsa;  p=AA AA'], null],
  ['a foreign DKIM key', dkim, ['v=DKIM1; k=rsa; p=BBBB'], 'bad'],
  ['a name server that does not answer', spf, null, 'warn'],
] as const)('%s', (_, record, found, look) => {
  expect(judgeRecord(record, found && [...found])?.look ?? null).toBe(look)
})

it('what `mail dns` prints is what is looked for', async () => {
  const records = await dnsRecords()
  const published = async (name: string, type: string) =>
    records.filter((record) => record.name === name && record.type === type).map(({ value }) => value.replace(/^10 /, ''))
  expect(await checkDns(published)).toMatchObject([{ look: 'good' }])
  const nothing = await checkDns(async () => [])
  expect(nothing.map(({ look }) => look)).toEqual(records.map(() => 'bad'))
})
