import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { checkSmarthost } from './check-smarthost'

let server: SMTPServer | undefined
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())))

async function start(options: SMTPServerOptions): Promise<number> {
  server = new SMTPServer({ logger: false, disableReverseLookup: true, ...options })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return (server.server.address() as AddressInfo).port
}

const taking: SMTPServerOptions = {
  disabledCommands: ['STARTTLS'],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, reply) =>
    username === 'signet' && password === 'right' ? reply(null, { user: username }) : reply(new Error('no such user signet@secret.example')),
}

it('logs in as the worker does, and says so', async () => {
  const port = await start(taking)
  expect(await checkSmarthost(`smtp://signet:right@127.0.0.1:${port}`)).toEqual([
    { subject: 'smarthost', look: 'good', text: '127.0.0.1 takes our log-in, without TLS' },
  ])
})

it('says that the log-in is refused, without what the server said', async () => {
  const port = await start(taking)
  const findings = await checkSmarthost(`smtp://signet:wrong@127.0.0.1:${port}`)
  expect(findings).toEqual([{ subject: 'smarthost', look: 'bad', text: '127.0.0.1 refuses the user name or the password of SMTP_URL' }])
})

it('a server that offers TLS with a certificate of nobody known is not believed', async () => {
  const port = await start({ onAuth: taking.onAuth })
  const [finding] = await checkSmarthost(`smtp://signet:right@127.0.0.1:${port}`)
  expect(finding).toMatchObject({ look: 'bad', text: expect.stringContaining('certificate') })
})

it('says that nothing listens there', async () => {
  const port = await start(taking)
  await new Promise<void>((resolve) => server?.close(() => resolve()))
  server = undefined
  expect(await checkSmarthost(`smtp://127.0.0.1:${port}`)).toMatchObject([
    { look: 'bad', text: expect.stringContaining('does not take the connection') },
  ])
})

it('has nothing to say without one', async () => expect(await checkSmarthost(undefined)).toEqual([]))
