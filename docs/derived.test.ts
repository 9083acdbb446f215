import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { settings } from '#lib/core/env'

/** Pages that repeat what the code says: compared here, written anew by `npx vitest run docs -u`. */

const decisions = () =>
  readdirSync('docs/decisions')
    .filter((file) => /^\d{3}-/.test(file))
    .map((file) => {
      const [title, , date] = readFileSync(`docs/decisions/${file}`, 'utf8').split('\n')
      return { file, number: file.slice(0, 3), title: title?.replace(/^# /, ''), date }
    })

const decisionIndex = () => `# Decisions

One a page: what made it necessary, what was decided, what follows. Older ones that a later one changes link to it.

${decisions()
  .map(({ file, number, title }) => `- [${number}](${file}) ${title}`)
  .join('\n')}
`

const defaultOf = (field: { safeParse: (value: undefined) => { success: boolean } }, name: string) => {
  const parsed = field.safeParse(undefined) as { success: boolean; data?: unknown }
  if (!parsed.success || typeof parsed.data === 'object') return ''
  // A path is shown as it is written, not as this machine has it.
  return name === 'DATA_DIR' ? '.data' : String(parsed.data ?? '')
}

const envExample =
  () => `# Every setting, with its default; all are optional beside the embedded database. docs/operating/README.md says which a service needs.
# Signet reads the environment, not this file: \`set -a; . ./.env; set +a\` puts it there.

${Object.entries(settings.shape)
  .map(([name, field]) => `# ${field.description}\n# ${name}=${defaultOf(field, name)}\n`)
  .join('\n')}`

const importRules = () => {
  const { forbidden } = createRequire(import.meta.url)('../.dependency-cruiser.cjs') as { forbidden: { name: string; comment: string }[] }
  return forbidden.map(({ name, comment }) => `- \`${name}\`: ${comment}\n`).join('')
}

const withPart = (file: string, mark: string, part: string) =>
  readFileSync(file, 'utf8').replace(new RegExp(`(<!-- ${mark} -->\\n)[^]*?(<!-- end -->)`), (_, begin, end) => `${begin}${part}${end}`)

it('the index of decisions names each of them', () => expect(decisionIndex()).toMatchFileSnapshot('decisions/README.md'))

it('decisions have numbers of their own, a title and a date', () => {
  expect(new Set(decisions().map(({ number }) => number)).size).toBe(decisions().length)
  expect(decisions().filter(({ title, date }) => !title || !/^\d{4}-\d\d-\d\d$/.test(date ?? ''))).toEqual([])
})

it('the example of an environment has every setting', () => expect(envExample()).toMatchFileSnapshot('../.env.example'))

const howTos = () =>
  readdirSync('docs/how-to')
    .filter((file) => file !== 'README.md')
    .map((file) => `- [${readFileSync(`docs/how-to/${file}`, 'utf8').split('\n')[0]?.replace(/^# /, '')}](${file})\n`)
    .join('')

it('the changes that have a page of their own are listed', () =>
  expect(withPart('docs/how-to/README.md', 'pages of this folder', howTos())).toMatchFileSnapshot('how-to/README.md'))

it('the rules of imports are told as they are', () =>
  expect(withPart('docs/architecture.md', 'from .dependency-cruiser.cjs', importRules())).toMatchFileSnapshot('architecture.md'))

it('the map names every room', () => {
  const map = readFileSync('docs/architecture.md', 'utf8')
  const rooms = readdirSync('lib', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(rooms.map(({ name }) => `lib/${name}/`).filter((room) => !map.includes(`\`${room}\``))).toEqual([])
})

it('the README is a front door of at most 6 KB', () => expect(readFileSync('README.md').length).toBeLessThanOrEqual(6 * 1024))
