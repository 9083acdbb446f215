import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { authenticate } from 'mailauth'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { freePort } from '../../scripts/lib/ports.mjs'
import { hasPostfix, startPostfix } from '../../scripts/lib/testing/postfix.mjs'
import { Deliverer } from './deliver/deliverer'
import { dkimRecord } from './deliver/dkim-keys'
import { type Receiver, startReceiver } from './receive/receiver'
import { anAlias, anApp, type TestAlias } from './testing/an-alias'
import { composedMail } from './testing/composed-mail'
import { fakeDns } from './testing/fake-dns'
import { useOwnDatabase } from './testing/own-database'
import { type Delivered, Sink } from './testing/sink'
import { sendMail } from './testing/smtp-client'

/**
 * `npm run real-mail`: a thousand messages, among them all of the folders in MAIL_FOLDERS (other people's test mails, none of them is
 * here), through a real Postfix as one who forwards plainly, and evaluated by dkimpy and authheaders of PyPI too.
 */
const COUNT = Number(process.env.REAL_MAIL ?? 40)
const FOLDERS = (process.env.MAIL_FOLDERS ?? '').split(':').filter((folder) => folder !== '')
const IS_LONG = process.env.REAL_MAIL !== undefined
const AT_ONCE = 4
const MAX_BYTES = 5 * 1024 * 1024

const run = promisify(execFile)
let dir: string
let sink: Sink
let receiver: Receiver
let deliverer: Deliverer
let stopPostfix: (() => void) | undefined

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'real-mail-'))
  await useOwnDatabase()
  sink = await Sink.start()
  const port = await freePort()
  if (IS_LONG && hasPostfix()) stopPostfix = await startPostfix({ dir, port, relayPort: sink.port, rewrites: false })
  Object.assign(process.env, { SMTP_LISTEN: '127.0.0.1:0', SMTP_URL: stopPostfix ? `smtp://127.0.0.1:${port}` : sink.url })
  receiver = await startReceiver({ resolver: fakeDns({}) })
  deliverer = new Deliverer()
}, 120_000)

afterAll(async () => {
  await receiver.close()
  await deliverer.stop()
  stopPostfix?.()
  await sink.close()
  await closeDatabase()
  await rm(dir, { recursive: true, force: true })
})

const wholeLines = (bytes: Buffer) => bytes.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n')

type Message = { name: string; text: string }

async function collected(): Promise<Message[]> {
  const messages: Message[] = []
  for (const folder of FOLDERS)
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name)
      if (!entry.isFile() || !/\.(eml|raw|txt|msg)$/.test(entry.name)) continue
      const bytes = await readFile(file)
      if (bytes.length > 0 && bytes.length < MAX_BYTES) messages.push({ name: file, text: wholeLines(bytes) })
    }
  for (let turn = 0; messages.length < COUNT; turn++) messages.push({ name: `composed ${turn}`, text: wholeLines(await composedMail(turn)) })
  return messages
}

/** Behind the first empty line; there may be none. */
function bodyOf(text: string): string {
  if (text.startsWith('\r\n')) return text.slice(2)
  const end = text.indexOf('\r\n\r\n')
  return end < 0 ? '' : text.slice(end + 4)
}

/** The whole message as it must arrive: its last line has an end. */
const ended = (text: string) => (text.endsWith('\r\n') ? text : `${text}\r\n`)

const VERIFY = `import functools, json, os, sys
import dkim
import authheaders.dmarc_lookup as lookup
from authheaders import authenticate_message
records = json.load(open(sys.argv[2]))
def ask(name, *rest, **more):
    name = (name.decode() if isinstance(name, bytes) else name).rstrip(".")
    value = records.get(name)
    return value if value is None or name.startswith("_dmarc.") else value.encode()
# It reads the list of public suffixes anew for each message.
lookup.get_org_domain_from_suffix_list = functools.lru_cache(lookup.get_org_domain_from_suffix_list)
counts = {}
for file in sorted(os.listdir(sys.argv[1])):
    message = open(os.path.join(sys.argv[1], file), "rb").read()
    good = dkim.verify(message, dnsfunc=ask)
    header = authenticate_message(message, "verifier.test", spf=False, dkim=True, dmarc=True, arc=False, dnsfunc=ask)
    aligned = "dmarc=pass" in header
    key = "dkim=%s dmarc=%s" % ("pass" if good else "fail", "pass" if aligned else "fail")
    counts[key] = counts.get(key, 0) + 1
    if not (good and aligned): print(file, key, file=sys.stderr)
print(json.dumps(counts))
`

/** What other people's programs say of all that arrived. */
async function judgedElsewhere(mails: Delivered[], records: Record<string, string>): Promise<Record<string, number>> {
  const [folder, home] = [path.join(dir, 'mails'), path.join(dir, 'venv')]
  await mkdir(folder)
  await Promise.all(mails.map(({ data }, index) => writeFile(path.join(folder, `${index}.eml`), data)))
  await writeFile(path.join(dir, 'dns.json'), JSON.stringify(records))
  await writeFile(path.join(dir, 'verify.py'), VERIFY)
  await run('python3', ['-m', 'venv', home])
  await run(path.join(home, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', 'dkimpy==1.1.8', 'authheaders==0.16.3'])
  const { stdout, stderr } = await run(path.join(home, 'bin', 'python'), [path.join(dir, 'verify.py'), folder, path.join(dir, 'dns.json')], {
    maxBuffer: 64 * 1024 * 1024,
  })
  if (stderr) console.info(stderr)
  return JSON.parse(stdout) as Record<string, number>
}

it('whatever is accepted arrives byte for byte, signed and aligned, also behind somebody who forwards it plainly', async () => {
  const messages = await collected()
  const appId = await anApp()
  const refused = new Map<string, string[]>()
  const sent: { message: Message; alias: TestAlias }[] = []
  const waiting = [...messages]
  const lane = async () => {
    for (let message = waiting.shift(); message; message = waiting.shift()) {
      const alias = await anAlias({ appId })
      const reply = await sendMail(receiver.port, 'bounces@shop.test', alias.address, message.text)
      if (reply.startsWith('250 ')) sent.push({ message, alias })
      else refused.set(reply, [...(refused.get(reply) ?? []), message.name])
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  const { name, value } = await dkimRecord('alias.localhost')
  const records = { [name]: value, '_dmarc.alias.localhost': 'v=DMARC1; p=reject', 'b.alias.localhost': 'v=spf1 -all' }
  const faults: string[] = []
  for (const { message, alias } of sent) {
    const mail = await sink.until(({ to }) => to === alias.email)
    const body = bodyOf(mail.data.toString('latin1'))
    if (!body.endsWith(bodyOf(ended(message.text)))) faults.push(`${message.name}: another body`)
    // Whoever forwards says for whom, above what we signed.
    if (mail.data.subarray(mail.data.indexOf('DKIM-Signature:')).includes(alias.email)) faults.push(`${message.name}: the address`)
    // From a stranger's machine: SPF says nothing for whoever forwards.
    const { dkim, dmarc } = await authenticate(mail.data, { ip: '203.0.113.9', helo: 'hop.test', sender: mail.from, resolver: fakeDns(records) })
    const signed = dkim.results.filter(({ signingDomain }) => signingDomain === 'alias.localhost').map(({ status }) => status.result)
    const aligned = dmarc ? dmarc.status.result : 'none'
    if (signed.join() !== 'pass' || aligned !== 'pass') faults.push(`${message.name}: dkim=${signed} dmarc=${aligned}`)
  }
  expect(faults).toEqual([])
  expect(sent.length + [...refused.values()].flat().length).toBe(messages.length)
  if (!IS_LONG) return expect([...refused]).toEqual([])
  console.info(
    `${messages.length} messages, ${messages.filter(({ name: from }) => !from.startsWith('composed')).length} of them other people's; ${sent.length} accepted and arrived${stopPostfix ? ', behind Postfix' : ''}`,
  )
  for (const [reply, names] of refused) console.info(`${names.length} × ${reply}: ${names.slice(0, 8).map((file) => path.basename(file))}`)
  const elsewhere = await judgedElsewhere(sink.mails, records)
  console.info('dkimpy and authheaders:', elsewhere)
  expect(elsewhere).toEqual({ 'dkim=pass dmarc=pass': sent.length })
}, 1_200_000)
