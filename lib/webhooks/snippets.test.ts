import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { pushSignals } from '#lib/signals/push-signals'
import { newSigningSecret, signedHeaders } from './signing'
import { SNIPPETS, type SnippetLanguage } from './snippets'
import { aDelivery, type Delivered } from './testing/a-delivery'
import { WebhookDeliverer } from './webhook-deliverer'

const run = promisify(execFile)
// Only the embedded default sends to this machine.
vi.hoisted(() => {
  process.env.EMBEDDED = '1'
})

let folder: string
let request: Delivered
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'snippets-'))
  const deliverer = new WebhookDeliverer(pushSignals)
  request = (await aDelivery({ isRotated: true })).first
  await deliverer.stop()
})
afterAll(async () => {
  await closeDatabase()
  await rm(folder, { recursive: true })
})

/** How each is tried: it is asked about one request, given as JSON in a file, and says yes or no. */
const TRIES: Record<Exclude<SnippetLanguage, 'curl'>, { file: string; tail: string; command: string[] }> = {
  node: {
    file: 'check.mjs',
    tail: `import { readFileSync } from 'node:fs'\nconst r = JSON.parse(readFileSync(process.argv[2]))\nconsole.log(isFromSignet(r.secret, r.headers, Buffer.from(r.body)) ? 'yes' : 'no')`,
    command: ['node', 'check.mjs'],
  },
  python: {
    file: 'check.py',
    tail: `import json, sys\nr = json.load(open(sys.argv[1]))\nprint("yes" if is_from_signet(r["secret"], r["headers"], r["body"].encode()) else "no")`,
    command: ['python3', 'check.py'],
  },
  php: {
    file: 'check.php',
    tail: `$r = json_decode(file_get_contents($argv[1]), true);\necho is_from_signet($r['secret'], $r['headers'], $r['body']) ? 'yes' : 'no';`,
    command: ['php', 'check.php'],
  },
  go: {
    file: 'check.go',
    tail: `func main() {\n\tvar r struct { Secret string; Headers map[string]string; Body string }\n\ttext, _ := os.ReadFile(os.Args[1])\n\tjson.Unmarshal(text, &r)\n\theader := http.Header{}\n\tfor name, value := range r.Headers { header.Set(name, value) }\n\tif isFromSignet(r.Secret, header, []byte(r.Body)) { fmt.Println("yes") } else { fmt.Println("no") }\n}`,
    command: ['go', 'run', 'check.go'],
  },
}

const isThere = async (program: string) => run('sh', ['-c', `command -v ${program}`]).then(Boolean, () => false)

const twisted: Record<string, (request: Delivered) => Delivered> = {
  'another body': (request) => ({ ...request, body: `${request.body} ` }),
  'another id': (request) => ({ ...request, headers: { ...request.headers, 'webhook-id': newId('evt') } }),
  'another secret': (request) => ({ ...request, secret: newSigningSecret('v1') }),
  'an old request': (request) => {
    const time = Math.floor(Date.now() / 1000) - 400
    return { ...request, headers: signedHeaders([request.secret], newId('evt'), time, request.body) }
  },
}

describe.each(Object.entries(TRIES))('%s', (language, { file, tail, command: [program = '', ...rest] }) => {
  it('takes what we delivered and nothing else', async (context) => {
    if (!(await isThere(program))) return context.skip(`${program} is not on this machine`)
    const text = SNIPPETS[language as SnippetLanguage]
    const whole = language === 'go' ? text.replace('import (', 'import (\n\t"encoding/json"\n\t"fmt"\n\t"os"') : text
    await writeFile(path.join(folder, file), `${whole}\n${tail}\n`)
    const ask = async (request: Delivered) => {
      await writeFile(path.join(folder, 'request.json'), JSON.stringify(request))
      const { stdout } = await run(program, [...rest, 'request.json'], { cwd: folder })
      return stdout.trim()
    }
    expect(await ask(request)).toBe('yes')
    for (const [what, twist] of Object.entries(twisted)) expect(await ask(twist(request)), what).toBe('no')
  })
})

it('curl: what the shell says the signature must be is what we send', async () => {
  const { secret, headers, body } = request
  await writeFile(path.join(folder, 'body.json'), body)
  await writeFile(path.join(folder, 'check.sh'), SNIPPETS.curl)
  const env = { ...process.env, SECRET: secret, WEBHOOK_ID: headers['webhook-id'], WEBHOOK_TIMESTAMP: headers['webhook-timestamp'] }
  const { stdout } = await run('sh', ['check.sh'], { cwd: folder, env })
  expect(headers['webhook-signature']?.split(' ')).toContain(stdout.trim())
})
