import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packSdk } from './pack'

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'sdk-'))
  const at = path.join(folder, 'node_modules', '@signet', 'server')
  mkdirSync(at, { recursive: true })
  writeFileSync(path.join(folder, 'sdk.tgz'), await packSdk())
  execFileSync('tar', ['-xzf', path.join(folder, 'sdk.tgz'), '-C', at, '--strip-components=1'])
  symlinkSync(path.resolve('node_modules/@types'), path.join(folder, 'node_modules', '@types'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const USE = `import { Signet, readWebhook, followEvents, AccessTokens } from '@signet/server'
const signet = new Signet({ issuer: 'https://login.example', apiKey: 'sgk_' })
const app = await signet.request('POST /api/v1/apps', { body: { name: 'Shop', redirect_uris: [], scopes: [], client_type: 'confidential' } })
export const secret: string | null = app.client_secret
for await (const { sub } of signet.list('GET /api/v1/apps/{id}/authorizations', { path: { id: app.id } })) sub.length
const event = readWebhook({ headers: {}, body: '' }, { secret: '' })
if (event?.type === 'authorization.withdrawn') event.data.reason satisfies 'person' | 'token_replay' | 'app'
export { followEvents, AccessTokens }
`

it('the package compiles where it is used, and a type of app that does not exist does not', () => {
  const programs = { right: USE, wrong: USE.replace("client_type: 'confidential'", "client_type: 'confidental'") }
  const files = Object.entries(programs).map(([name, text]) => {
    const file = path.join(folder, `${name}.mts`)
    writeFileSync(file, text)
    return file
  })
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    types: ['node'],
  }
  const compiled = ts.createProgram(files, options)
  const complaints = files.map((file) =>
    compiled.getSemanticDiagnostics(compiled.getSourceFile(file)).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  )
  expect(complaints).toEqual([[], [expect.stringContaining('"confidental"')]])
})

it('its scripts load without another package, and its program says what it can', async () => {
  const run = promisify(execFile)
  const at = path.join(folder, 'node_modules', '@signet', 'server')
  const { stdout } = await run(
    process.execPath,
    ['--input-type=module', '-e', `import('@signet/server').then((it) => console.log(Object.keys(it).sort().join()))`],
    {
      cwd: folder,
    },
  )
  expect(stdout.trim()).toBe('AccessEnded,AccessTokens,Signet,SignetError,followEvents,followLog,memoryLock,readWebhook')
  const help = await run(process.execPath, [path.join(at, 'cli', 'main.js'), 'help'])
  expect(help.stdout).toContain('signet apply FILE')
})
