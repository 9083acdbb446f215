import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleInto } from '../scripts/lib/bundle.mjs'

/**
 * The operator's commands as the documents write them, against the program as it is built: in a folder that holds what the
 * image holds of it, so without the sources and the lock file.
 */

const DOCUMENTS = [
  'README.md',
  'SECURITY.md',
  'deploy/compose.yaml',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('decisions/'))
    .map((file) => `docs/${file}`),
]

const WORD = /^[a-z][a-z-]*$/

/** `signet x y …` and `npm run admin -- x y …`, in spans of code and at the begin of lines. */
const named = (text: string) =>
  [...text.matchAll(/(?:`|^|&& |-- )(?:docker compose [^`\n]*? run --rm )?(?:signet|npm run admin --) ([a-z][^`\n|&#]*)/gm)].map(([, call = '']) =>
    call.trim(),
  )

const OUT = path.resolve('dist', 'commands-test')
let folder: string
let help: { words: string[]; args: number }[]

const run = (args: string[], env: NodeJS.ProcessEnv) => promisify(execFile)(process.execPath, ['dist/signet.mjs', ...args], { cwd: folder, env })
const signet = (...args: string[]) => run(args, { ...process.env, NODE_ENV: 'production', MAIL: 'off' })

beforeAll(async () => {
  await bundleInto(OUT, { signet: 'lib/admin/signet.ts' })
  folder = mkdtempSync(path.join(path.resolve('dist'), 'image-'))
  mkdirSync(path.join(folder, 'dist'))
  cpSync(path.join(OUT, 'signet.mjs'), path.join(folder, 'dist', 'signet.mjs'))
  cpSync('prisma/migrations', path.join(folder, 'prisma', 'migrations'), { recursive: true })
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'))
  // Before anything is set.
  const { stdout } = await run(['help'], { NODE_ENV: 'production' })
  help = [...stdout.matchAll(/^ {2}signet ([^\n]+)$/gm)].map(([, line = '']) => {
    const words = (line.split(/ [<[]/)[0] ?? '').split(' ').filter((word) => WORD.test(word))
    return { words, args: (line.replace(/\[.*/, '').match(/<[^>]+>/g) ?? []).length }
  })
})

afterAll(() => {
  rmSync(folder, { recursive: true })
  rmSync(OUT, { recursive: true })
})

/** Processes of the image, by the same name. */
const PROCESSES = new Set(['web', 'worker', 'smtp', 'help'])

it.each(DOCUMENTS)('every command that %s names is one of the program', (document) => {
  const calls = named(readFileSync(document, 'utf8')).filter((call) => !PROCESSES.has(call.split(/[\s.,]/)[0] ?? ''))
  const unknown = calls.filter((call) => {
    const said = call.split(/\s+/)
    return !help.some(({ words }) => words.every((word, index) => said[index]?.replace(/[.,:;)]$/, '') === word))
  })
  expect(unknown).toEqual([])
})

it('the program migrates, checks and lists there as it is', async () => {
  expect((await signet('migrate')).stdout).toContain('The database is up to date.')
  expect((await signet('check', 'before-start')).stdout).toMatch(/✓ settings[\s\S]*✓ database/)
  expect((await signet('company', 'list')).stdout).toMatch(/^(ID +|There is no company)/)
})

it('what it does not know it says, with how it is called', async () => {
  const failed = await signet('company', 'verify').catch((error: { code: number; stderr: string }) => error)
  expect(failed).toMatchObject({ code: 2, stderr: expect.stringContaining('signet company verify <id>') })
})
