import { expect, it } from 'vitest'
import { LOCALES } from '#lib/i18n/locales'
import { renderMail } from './render-mail'
import { MAILS, type MailKind } from './texts'

const kinds = Object.keys(MAILS.en).filter((name): name is MailKind => name !== 'layout')

it('keeps a hostile name out of the markup and out of the headers', () => {
  const app = '<img src=x onerror=alert(1)>\r\nBcc: thief@evil.example'
  const mail = renderMail('receipt', 'en', { values: { app }, facts: [['App', app]] })
  expect(mail.html).not.toContain('<img')
  expect(mail.subject).not.toMatch(/[\r\n]/)
})

it('says of a code what it is for, and keeps it in one piece', () => {
  const mail = renderMail('log_in_code', 'en', { code: '012345' })
  expect(mail.subject).toContain('012345')
  expect(mail.text).toMatch(/^012345$/m)
  expect(mail.text).toContain('Give it to nobody')
})

it('names the pages of the app it is about with their whole addresses, and loads no picture from anywhere', () => {
  const links = [['Terms', 'https://shop.example/terms?a=1&b="2"']] as const
  const mail = renderMail('receipt', 'en', {
    values: { app: 'Shop' },
    app: { name: 'Shop', logo: 'lgo_1', links: links.map(([label, url]) => [label, url]) },
  })
  expect(mail.text).toContain('Pages of Shop, as its company gives them:\nTerms: https://shop.example/terms?a=1&b="2"')
  expect(mail.html).toContain('href="https://shop.example/terms?a=1&#38;b=&#34;2&#34;"')
  expect(mail.html).not.toContain('<img')
  expect(mail.logo).toBe('lgo_1')
})

it('says first of what is a test that it is one, in the subject, the text and the page', () => {
  for (const locale of LOCALES) {
    const mail = renderMail('receipt', locale, { values: { app: 'A' }, isTest: true })
    const { test } = MAILS[locale].layout
    expect(mail.subject).toMatch(/^\[Test\] /)
    expect(mail.text.split('\n\n')[1]).toBe(test)
    expect(mail.html).toContain(test)
    expect(renderMail('receipt', locale, { values: { app: 'A' } }).text).not.toContain(test)
  }
})

it.each(kinds)('has %s in both languages, with every place filled', (kind) => {
  for (const locale of LOCALES) {
    const mail = renderMail(kind, locale, { values: { app: 'A', date: 'D', change: 'C' }, code: '012345', url: 'https://signet.example/x' })
    if (MAILS[locale][kind].action) expect(mail.text).toContain('https://signet.example/x')
    expect(mail.html).toContain(`lang="${locale}"`)
    expect(`${mail.subject}${mail.text}`).not.toMatch(/[{}]/)
  }
  expect(MAILS.pl[kind].subject).not.toBe(MAILS.en[kind].subject)
})
