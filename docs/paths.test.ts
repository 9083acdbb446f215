import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const FOLDERS = /^(app|bench|components|deploy|docs|e2e|lib|prisma|scripts)\//
const MADE = /^(public\/vendor|prisma\/generated)\//

const DOCUMENTS = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...['docs', 'bench', 'deploy'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
]

/** Paths as the documents write them; patterns with `*` or `{` stand for many. */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([^`\s]+)`/g)].map(([, name]) => name as string).filter((name) => FOLDERS.test(name) && !/[*{:]/.test(name) && !MADE.test(name))

/** Where links lead, seen from the document; other hosts and places within the page are none of ours. */
const linksIn = (text: string, document: string) =>
  [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map(([, target]) => target as string)
    .filter((target) => !/^[a-z]+:/.test(target))
    .map((target) => path.join(path.dirname(document), target))

/** `npm run x` that the documents tell people to type. */
const commandsIn = (text: string) => [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name as string)

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

it.each(DOCUMENTS)('%s names only files, folders and commands that exist', (document) => {
  const text = readFileSync(document, 'utf8')
  expect([...pathsIn(text), ...linksIn(text, document)].filter((name) => !existsSync(name))).toEqual([])
  expect(commandsIn(text).filter((name) => !(name in scripts))).toEqual([])
})
