import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { createApp } from '#lib/apps/create-app'
import { updateApp } from '#lib/apps/update-app'
import { closeDatabase } from '#lib/core/db'
import { aCompany } from '../../e2e/fixtures/world'
import { renderMail } from './templates/render-mail'
import { withLogo } from './with-logo'

afterAll(closeDatabase)

const picture = () =>
  sharp({ create: { width: 64, height: 64, channels: 3, background: '#0a7' } })
    .png()
    .toBuffer()

it('the logo of an app comes with the mail, as long as it is its logo, and nothing is fetched to see it', async () => {
  const { actor } = await aCompany()
  const logo_uri = `data:image/png;base64,${(await picture()).toString('base64')}`
  const app = await createApp(actor, {
    name: 'Shop',
    client_type: 'confidential',
    redirect_uris: ['https://shop.example/cb'],
    scopes: ['openid'],
    logo_uri,
  })
  const logo = app.logo_uri?.split('/').at(-1)
  const content = { to: 'ada@people.example', ...renderMail('receipt', 'en', { values: { app: 'Shop' }, app: { name: 'Shop', logo } }) }
  const mail = await withLogo(content)
  expect(mail.html).toContain('src="cid:logo@signet"')
  expect(mail.html).not.toMatch(/src="http/)
  const [part] = 'attachments' in mail ? mail.attachments : []
  expect(part).toMatchObject({ cid: 'logo@signet', contentDisposition: 'inline' })
  expect((await sharp(part?.content).metadata()).format).toBe('png')

  await updateApp(actor, app.id, { logo_uri: null })
  const later = await withLogo(content)
  expect(later.html).not.toContain('<img')
  expect('attachments' in later).toBe(false)
})
